import { Button } from '@mui/material';
import { useListContext } from 'ra-core';
import { useState } from 'react';
import type { NamedAction } from '../../config/actions.ts';
import ActionDialog from '../action/ActionDialog.tsx';
import { useActionLabel } from '../action/useNamedAction.ts';
import { useSelectedRecords } from './ListSelection.tsx';

export default function BulkActionButtons({ actions }: { actions: readonly NamedAction[] }) {
  const label = useActionLabel();
  const { onUnselectItems } = useListContext();
  const records = useSelectedRecords();
  const [asking, setAsking] = useState<NamedAction>();
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
