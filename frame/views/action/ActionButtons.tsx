import { lazy, type MouseEvent, Suspense, useState } from 'react';
import { actionOf, hasAddress, isPossible, type NamedAction, transitionsOf } from '../../config/actions.ts';
import { mayDo } from '../../config/resource.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { useFailure } from '../shared/useFailure.ts';
import { isPlain, useActionLabel, useNamedAction } from './useNamedAction.ts';

const ActionDialog = lazy(() => import('./ActionDialog.tsx'));

interface ActionButtonProps {
  action: NamedAction;
  record: AnyRecord;
  className: string;
}

/** Does an action with one record: at once, or in a dialog where something is asked. */
export function ActionButton({ action, record, className }: ActionButtonProps) {
  const label = useActionLabel()(action);
  const fail = useFailure();
  const { one } = useNamedAction(action);
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const start = async (event: MouseEvent) => {
    event.stopPropagation();
    if (!isPlain(action)) return setAsking(true);
    setPending(true);
    await one(record, {}).catch(fail);
    setPending(false);
  };
  return (
    <>
      <button type="button" className={className} disabled={pending} onClick={start}>
        {label}
      </button>
      {asking && (
        <Suspense fallback={null}>
          <ActionDialog action={action} records={[record]} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}

/** What the person may do with a record in the popup, by buttons: its transitions, and actions with an address. */
export function usePopupActions(record: AnyRecord): NamedAction[] {
  const { resource, role } = useView();
  const actions = Object.entries(resource.actions ?? {}).flatMap(([name, action]) => {
    const button = action.in !== 'row' && !action.component && hasAddress(resource, name);
    const found = button && mayDo(resource, role, name) ? actionOf(resource, name, role) : undefined;
    return found && isPossible(resource, found, record) ? found : [];
  });
  return [...transitionsOf(resource, role, record), ...actions];
}
