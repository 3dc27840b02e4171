import { Menu, MenuItem } from '@mui/material';
import { type RefObject, useState } from 'react';
import { listAvailableTransitions, type NamedAction } from '../../config/actions.ts';
import { useFieldLabel } from '../../parts/intl.ts';
import { lazyComponent } from '../../parts/lazyComponent.tsx';
import { getMatchContext } from '../../parts/matchContext.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { useFailure } from '../shared/useFailure.ts';
import { runsWithoutDialog, useActionLabel, useNamedAction } from './useNamedAction.ts';

const ActionDialog = lazyComponent(() => import('./ActionDialog.tsx'));

interface TransitionMenuProps {
  record: AnyRecord;
  anchor: RefObject<HTMLElement | null>;
  open: boolean;
  onClose: () => void;
}

/** Lists the transitions that a record's state allows. */
export default function TransitionMenu({ record, anchor, open, onClose }: TransitionMenuProps) {
  const { resource, role } = useView();
  const fieldLabel = useFieldLabel(resource);
  const [asking, setAsking] = useState<NamedAction>();
  return (
    <>
      <Menu
        open={open}
        anchorEl={() => anchor.current}
        onClose={onClose}
        onClick={(event) => event.stopPropagation()}
        slotProps={{ list: { 'aria-label': fieldLabel(resource.states?.field ?? '') } }}
      >
        {listAvailableTransitions(resource, role, record, getMatchContext()).map((action) => (
          <TransitionItem key={action.name} action={action} record={record} onClose={onClose} onAsk={setAsking} />
        ))}
      </Menu>
      {asking && <ActionDialog action={asking} records={[record]} onClose={() => setAsking(undefined)} />}
    </>
  );
}

interface TransitionItemProps {
  action: NamedAction;
  record: AnyRecord;
  onClose: () => void;
  onAsk: (action: NamedAction) => void;
}

function TransitionItem({ action, record, onClose, onAsk, ...item }: TransitionItemProps) {
  const label = useActionLabel()(action);
  const fail = useFailure();
  const { one } = useNamedAction(action);
  const choose = () => {
    onClose();
    if (runsWithoutDialog(action)) one(record, {}).catch(fail);
    else onAsk(action);
  };
  return (
    <MenuItem {...item} onClick={choose}>
      {label}
    </MenuItem>
  );
}
