import { type MouseEvent, useState } from 'react';
import {
  getAction,
  hasEndpoint,
  isActionAvailable,
  listAvailableTransitions,
  type NamedAction,
} from '../../config/actions.ts';
import { mayDo } from '../../config/resource.ts';
import { lazyComponent } from '../../parts/lazyComponent.tsx';
import { getMatchContext } from '../../parts/matchContext.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { useFailure } from '../shared/useFailure.ts';
import { runsWithoutDialog, useActionLabel, useNamedAction } from './useNamedAction.ts';

const ActionDialog = lazyComponent(() => import('./ActionDialog.tsx'));

interface ActionButtonProps {
  action: NamedAction;
  record: AnyRecord;
  className: string;
}

/** A button that runs an action on one record, or opens a dialog if the action needs input. */
export function ActionButton({ action, record, className }: ActionButtonProps) {
  const label = useActionLabel()(action);
  const fail = useFailure();
  const { one } = useNamedAction(action);
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const start = async (event: MouseEvent) => {
    event.stopPropagation();
    if (!runsWithoutDialog(action)) return setAsking(true);
    setPending(true);
    await one(record, {}).catch(fail);
    setPending(false);
  };
  return (
    <>
      <button type="button" className={className} disabled={pending} onClick={start}>
        {label}
      </button>
      {asking && <ActionDialog action={action} records={[record]} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Returns the action buttons of the show view: transitions, and actions with their own endpoint. */
export function useActionButtons(record: AnyRecord): NamedAction[] {
  const { resource, role } = useView();
  const actions = Object.entries(resource.actions ?? {}).flatMap(([name, action]) => {
    const button = action.placement !== 'row' && !action.component && hasEndpoint(resource, name);
    const found = button && mayDo(resource, role, name) ? getAction(resource, name, role) : undefined;
    return found && isActionAvailable(resource, found, record, getMatchContext()) ? found : [];
  });
  return [...listAvailableTransitions(resource, role, record, getMatchContext()), ...actions];
}
