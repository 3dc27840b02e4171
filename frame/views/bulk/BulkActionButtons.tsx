import { Button } from '@mui/material';
import { useListContext } from 'ra-core';
import { useState } from 'react';
import type { NamedAction } from '../../config/actions.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import ActionDialog from '../action/ActionDialog.tsx';
import { useActionLabel } from '../action/useNamedAction.ts';

export default function BulkActionButtons({ actions }: { actions: readonly NamedAction[] }) {
  const label = useActionLabel();
  const { selectedIds = [], data = [], onUnselectItems } = useListContext<AnyRecord>();
  const [asking, setAsking] = useState<NamedAction>();
  // Only the ids of records on other pages are known.
  const records = selectedIds.map((id): AnyRecord => data.find((one) => one.id === id) ?? { id: String(id) });
  return (
    <>
      {actions.map((action) => (
        <Button key={action.name} size="small" onClick={() => setAsking(action)}>
          {label(action)}
        </Button>
      ))}
      {asking && (
        <ActionDialog
          action={asking}
          records={records}
          many
          onClose={() => setAsking(undefined)}
          onDone={onUnselectItems}
        />
      )}
    </>
  );
}
