import { useDataProvider, useRefresh, useTranslate } from 'ra-core';
import type { AnyResource } from '../../config/resource.ts';
import { toast } from '../../notify/toast.ts';
import { isOffered } from '../../session/session.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { confirmAndRetry } from '../shared/confirmAndRetry.ts';
import { notifySuccess } from '../shared/notifySuccess.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { useFailure } from '../shared/useFailure.ts';

/** The action of a resource's API that puts former values back. */
const UNDO_ACTION = 'undo';

/** A value as a form holds it: of a reference its key. */
const toFormValue = (resource: AnyResource, name: string, value: unknown): unknown =>
  resource.fields[name]?.kind.name === 'reference' && value !== null && typeof value === 'object'
    ? (value as { id?: unknown }).id
    : (value ?? null);

/**
 * Shows that a change went well, with what takes it back where the host offers that: `fields` get the values that they
 * had `before`. A record that somebody changed meanwhile stays (409). False where the change ended the session.
 */
export function useNotifyUpdated(): (
  text: string,
  before: AnyRecord,
  changed: AnyRecord | undefined,
  fields: readonly string[],
) => boolean {
  const t = useTranslate();
  const { resource, role } = useView();
  const dataProvider = useDataProvider();
  const refresh = useRefresh();
  const fail = useFailure();
  const call = resource.api?.actions?.[UNDO_ACTION]?.[role]?.call;
  return (text, before, changed, fields) => {
    // A host that gives no version could not say whether somebody else changed it meanwhile.
    if (!call || !isOffered(call) || changed?.version === undefined) return notifySuccess(text);
    const data = Object.fromEntries(fields.map((name) => [name, toFormValue(resource, name, before[name])]));
    const undo = async () => {
      try {
        const change = { id: before.id, data, previousData: changed };
        await confirmAndRetry((meta) =>
          dataProvider.update(resource.name, { ...change, meta: { ...meta, action: UNDO_ACTION } }),
        );
        toast.success(t('toasts.undone'));
      } catch (cause) {
        fail(cause);
      }
      refresh();
    };
    return notifySuccess(text, { label: t('form.undo'), run: () => void undo() });
  };
}
