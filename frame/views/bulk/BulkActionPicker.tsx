import { Button } from '@mui/material';
import { useDataProvider, useListContext, useRefresh, useTranslate } from 'ra-core';
import { useState } from 'react';
import { toast } from '../../notify/toast.ts';
import { lazyComponent } from '../../parts/lazyComponent.tsx';
import type { AnyRecord, ManyChanged } from '../../wire/binding.ts';
import { useActionLabel } from '../action/useNamedAction.ts';
import { isAllowed, meetsConditions } from '../shared/canAccess.ts';
import { confirmAndRetry } from '../shared/confirmAndRetry.ts';
import { notifySuccess } from '../shared/notifySuccess.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { toReferenceKey } from '../shared/toReferenceKey.ts';
import { useFailure } from '../shared/useFailure.ts';
import { useOnce } from '../shared/useOnce.ts';
import { useUndoAction } from '../shared/useUndoAction.ts';
import { useSelectedRecords } from './ListSelection.tsx';

const ReferencePicker = lazyComponent(() => import('../form/ReferencePicker.tsx'));

/** Returns the names of the actions that the API offers for selected records. */
export function useBulkActionNames(): string[] {
  const { resource, role } = useView();
  return Object.entries(resource.actions ?? {})
    .filter(
      ([name, { bulk }]) => bulk && isAllowed(resource, role, name) && resource.api?.actions?.[name]?.[role]?.many,
    )
    .map(([name]) => name);
}

/** Renders a button for each bulk action of the API. It sets the action's fixed value or asks for a reference. */
export function BulkActionPickers() {
  return useBulkActionNames().map((name) => <BulkActionPicker key={name} name={name} />);
}

/** Button for one bulk action on the selected records of the list's context. */
export function BulkActionPicker({ name }: { name: string }) {
  const actionLabel = useActionLabel();
  const { resource } = useView();
  const [asking, setAsking] = useState(false);
  const { selectedIds = [], onUnselectItems } = useListContext<AnyRecord>();
  const records = useSelectedRecords();
  const run = useRunBulkAction(name);
  const action = resource.actions?.[name];
  if (!action) return null;
  const label = actionLabel({ ...action, name });
  const fixed = action.value;
  const choose = async (value: unknown) => {
    setAsking(false);
    if (await run(selectedIds.map(String), records, value)) onUnselectItems();
  };
  return (
    <>
      <Button size="small" onClick={() => (fixed === undefined ? setAsking(true) : void choose(fixed))}>
        {label}
      </Button>
      {asking && (
        <ReferencePicker
          title={`${label} (${selectedIds.length})`}
          field={action.field}
          records={records.filter((record) => meetsConditions(resource, action, record))}
          onChoose={(value) => void choose(value)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Returns a function that runs an action on many records in one call, reports the result and offers undo. */
function useRunBulkAction(name: string) {
  const t = useTranslate();
  const { resource } = useView();
  const dataProvider = useDataProvider();
  const refresh = useRefresh();
  const fail = useFailure();
  const toUndoAction = useUndoAction();
  const field = resource.actions?.[name]?.field ?? '';
  const send = (ids: string[], data: Record<string, unknown>, records: readonly AnyRecord[]) =>
    confirmAndRetry(async (meta) => {
      const reply = await dataProvider.updateMany(resource.name, {
        ids,
        data,
        meta: { ...meta, action: name, records },
      });
      return (reply as { report?: ManyChanged }).report ?? { changed: [], left: [] };
    });
  /**
   * The undo sends no new value: the call then restores the one in each of its `records`. Not offered if a former value
   * is unknown.
   */
  const createUndo = (changed: ManyChanged['changed'], records: readonly AnyRecord[]) => {
    const before = new Map(records.map((record) => [record.id, record[field]]));
    if (changed.some(({ id }) => before.get(id) === undefined)) return undefined;
    const former = changed.map(({ id, version }) => ({ id, version, [field]: toReferenceKey(before.get(id)) }));
    const undo = () =>
      send(
        changed.map(({ id }) => id),
        {},
        former,
      );
    return toUndoAction(undo);
  };
  const warnSkipped = (skipped: ManyChanged['left']) => {
    const reasons = Object.entries(Object.groupBy(skipped, ({ why }) => why)).map(([why, some]) =>
      t(`list.leftOut.${why}`, { count: some?.length ?? 0 }),
    );
    toast.warning([t('list.leftMany', { smart_count: skipped.length }), ...reasons].join(' '));
  };
  return useOnce(async (ids: string[], records: readonly AnyRecord[], value: unknown): Promise<boolean> => {
    try {
      const { changed, left } = await send(ids, { [field]: value }, records);
      const text = t('list.changedMany', { smart_count: changed.length });
      if (changed.length > 0) notifySuccess(text, createUndo(changed, records));
      if (left.length > 0) warnSkipped(left);
      refresh();
      return true;
    } catch (cause) {
      fail(cause);
      return false;
    }
  });
}
