import { useDataProvider } from 'ra-core';
import { isReference } from '../../fields/fieldTypes.ts';
import { isOffered } from '../../session/session.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { confirmAndRetry } from '../shared/confirmAndRetry.ts';
import { notifySuccess } from '../shared/notifySuccess.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { toReferenceKey } from '../shared/toReferenceKey.ts';
import { useUndoAction } from '../shared/useUndoAction.ts';

/** The API action that restores former values. */
const UNDO_ACTION = 'undo';

/**
 * Returns a function that shows success with an undo button, if the host offers undo. Undo restores `fields` as they
 * were `before`; a record changed meanwhile stays (409). The function returns false if the session has ended.
 */
export function useNotifyUpdated(): (
  text: string,
  before: AnyRecord,
  changed: AnyRecord | undefined,
  fields: readonly string[],
) => boolean {
  const { resource, role } = useView();
  const dataProvider = useDataProvider();
  const toUndoAction = useUndoAction();
  const call = resource.api?.actions?.[UNDO_ACTION]?.[role]?.call;
  const toFormValue = (name: string, value: unknown) =>
    isReference(resource.fields[name]) ? toReferenceKey(value) : (value ?? null);
  return (text, before, changed, fields) => {
    // Without a version the host cannot detect changes by others.
    if (!call || !isOffered(call) || changed?.version === undefined) return notifySuccess(text);
    // A value that was never loaded is unknown, not empty.
    if (fields.some((name) => before[name] === undefined)) return notifySuccess(text);
    const data = Object.fromEntries(fields.map((name) => [name, toFormValue(name, before[name])]));
    const change = { id: before.id, data, previousData: changed };
    const undo = () =>
      confirmAndRetry((meta) =>
        dataProvider.update(resource.name, { ...change, meta: { ...meta, action: UNDO_ACTION } }),
      );
    return notifySuccess(text, toUndoAction(undo));
  };
}
