import { useRefresh, useUpdate } from 'ra-core';
import { useLabel } from '../fields/parts/tell.ts';
import type { AnyRecord } from '../wire/binding.ts';
import { confirming } from './confirming.ts';
import { useView } from './context.tsx';
import { tellSuccess } from './tellSuccess.ts';
import { useFailure } from './useFailure.ts';

/**
 * Runs a named action of the resource: sends the new value of its field, once more where the host asks back and the
 * person agrees, tells how it went, and shows the change.
 */
export function useAction(
  name: string,
  record: AnyRecord,
): { run: (value: unknown) => Promise<void>; pending: boolean } {
  const { resource } = useView();
  const tell = useLabel();
  const fail = useFailure();
  const refresh = useRefresh();
  const [update, { isPending }] = useUpdate();
  const action = resource.actions?.[name];
  const run = async (value: unknown) => {
    if (!action) return;
    const change = { id: record.id, data: { [action.field]: value }, previousData: record };
    try {
      await confirming((meta) =>
        update(
          resource.name,
          { ...change, meta: { ...meta, action: name } },
          { mutationMode: 'pessimistic', returnPromise: true },
        ),
      );
      if (tellSuccess(tell(action.success ?? 'toasts.updated'))) refresh();
    } catch (cause) {
      fail(cause);
    }
  };
  return { run, pending: isPending };
}
