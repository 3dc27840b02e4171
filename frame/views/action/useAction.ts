import { useRefresh, useUpdate } from 'ra-core';
import { RequestError } from '../../dataProvider/request.ts';
import { useLabel } from '../../parts/intl.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { confirmAndRetry } from '../shared/confirmAndRetry.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { useFailure } from '../shared/useFailure.ts';
import { useNotifyUpdated } from './useNotifyUpdated.ts';

/** Runs any named action of the resource: `useActionRun` with the action given late, and the values by their fields. */
export function useRunAction() {
  return useRunning().run;
}

function useRunning() {
  const { resource } = useView();
  const translateLabel = useLabel();
  const fail = useFailure();
  const notifyChange = useNotifyUpdated();
  const refresh = useRefresh();
  const [update, { isPending }] = useUpdate();
  const run = async (
    name: string,
    record: AnyRecord,
    data: Readonly<Record<string, unknown>>,
    atField?: (text: string) => void,
  ) => {
    const action = resource.actions?.[name];
    if (!action) return false;
    const change = { id: record.id, data, previousData: record };
    let changed: AnyRecord | undefined;
    try {
      changed = await confirmAndRetry((meta) =>
        update(
          resource.name,
          { ...change, meta: { ...meta, action: name } },
          { mutationMode: 'pessimistic', returnPromise: true },
        ),
      );
    } catch (cause) {
      const [refused] = Object.keys(data).flatMap(
        (field) => (cause instanceof RequestError && !cause.needsConfirmation && cause.errors[field]) || [],
      );
      if (atField && refused) atField(refused);
      else fail(cause);
      return false;
    }
    const fields = action.undo ? [...new Set([...Object.keys(data), ...(action.undoFields ?? [])])] : [];
    const text = translateLabel(action.success ?? 'toasts.updated');
    if (notifyChange(text, record, fields.length > 0 ? changed : undefined, fields)) refresh();
    return true;
  };
  return { run, pending: isPending };
}

/**
 * Runs a named action of the resource on any record: sends the new value of its field, once more where the host asks
 * back and the person agrees, says how it went, and shows the change. Gives whether it was done.
 */
export function useActionRun(name: string): {
  run: (record: AnyRecord, value: unknown, atField?: (text: string) => void) => Promise<boolean>;
  pending: boolean;
} {
  const { resource } = useView();
  const { run, pending } = useRunning();
  const field = resource.actions?.[name]?.field ?? '';
  return { run: (record, value, atField) => run(name, record, { [field]: value }, atField), pending };
}

/** `useActionRun` for one record; what the host says of the field goes to `atField` where that is given. */
export function useAction(name: string, record: AnyRecord) {
  const { run, pending } = useActionRun(name);
  return { run: (value: unknown, atField?: (text: string) => void) => run(record, value, atField), pending };
}
