import { useRefresh, useUpdate } from 'ra-core';
import { useLabel } from '../fields/parts/tell.ts';
import type { AnyRecord } from '../wire/binding.ts';
import { useView } from './context.tsx';
import { tellSuccess } from './tellSuccess.ts';
import { useFailure } from './useFailure.ts';

/** Runs a named action of the resource: sends the new value of its field, tells how it went, and shows the change. */
export function useAction(name: string, record: AnyRecord): { run: (value: unknown) => void; pending: boolean } {
  const { resource } = useView();
  const tell = useLabel();
  const fail = useFailure();
  const refresh = useRefresh();
  const [update, { isPending }] = useUpdate();
  const action = resource.actions?.[name];
  const run = (value: unknown) => {
    if (!action) return;
    update(
      resource.name,
      { id: record.id, data: { [action.field]: value }, previousData: record, meta: { action: name } },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => {
          if (tellSuccess(tell(action.success ?? 'toasts.updated'))) refresh();
        },
        onError: fail,
      },
    );
  };
  return { run, pending: isPending };
}
