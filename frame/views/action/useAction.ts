import { useQueryClient } from '@tanstack/react-query';
import { useRefresh, useUpdate } from 'ra-core';
import { RequestError } from '../../dataProvider/request.ts';
import type { Label } from '../../fields/kind.ts';
import { useLabel } from '../../parts/intl.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { confirmAndRetry } from '../shared/confirmAndRetry.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { useFailure } from '../shared/useFailure.ts';
import { useNotifyUpdated } from './useNotifyUpdated.ts';

type FormValues = Readonly<Record<string, unknown>>;

/** Returns a function that runs a named action or transition, shows success with undo and refreshes. It may throw. */
export function useSendAction() {
  const { resource } = useView();
  const translateLabel = useLabel();
  const notifyUpdated = useNotifyUpdated();
  const refresh = useRefresh();
  const queryClient = useQueryClient();
  const [update, { isPending }] = useUpdate();
  const send = async (name: string, record: AnyRecord, data: FormValues, meta: object, success?: Label) => {
    const changed: AnyRecord = await update(
      resource.name,
      { id: record.id, data, previousData: record, meta: { ...meta, action: name } },
      { mutationMode: 'pessimistic', returnPromise: true },
    );
    // `useUpdate` writes to the cache entry with its own meta; views read the one without.
    queryClient.setQueryData(
      [resource.name, 'getOne', { id: String(record.id), meta: undefined }],
      (cached: AnyRecord | undefined) => cached && { ...cached, ...changed },
    );
    const { undo, undoFields = [] } = resource.actions?.[name] ?? {};
    const fields = undo ? [...new Set([...Object.keys(data), ...undoFields])] : [];
    const text = translateLabel(success ?? 'toasts.updated');
    if (notifyUpdated(text, record, fields.length > 0 ? changed : undefined, fields)) refresh();
  };
  return { send, isPending };
}

/**
 * Returns `run`, which runs any named action of the resource with values by field. It asks for confirmation if the host
 * requires it, shows the result and resolves to true if the change was made. Errors of a field, also those of a declined
 * question, go to `atField` if given.
 */
export function useRunAction() {
  const { resource } = useView();
  const fail = useFailure();
  const { send, isPending } = useSendAction();
  const run = async (name: string, record: AnyRecord, data: FormValues, atField?: (text: string) => void) => {
    const action = resource.actions?.[name];
    if (!action) return false;
    try {
      await confirmAndRetry((meta) => send(name, record, data, meta, action.success));
      return true;
    } catch (cause) {
      const [refused] = Object.keys(data).flatMap(
        (field) => (cause instanceof RequestError && cause.errors[field]) || [],
      );
      if (atField && refused) atField(refused);
      else fail(cause);
      return false;
    }
  };
  return { run, pending: isPending };
}

/** Like `useRunAction`, for one action and record: `run` sets the action's field. */
export function useAction(name: string, record: AnyRecord) {
  const { resource } = useView();
  const { run, pending } = useRunAction();
  const field = resource.actions?.[name]?.field ?? '';
  return {
    run: (value: unknown, atField?: (text: string) => void) => run(name, record, { [field]: value }, atField),
    pending,
  };
}
