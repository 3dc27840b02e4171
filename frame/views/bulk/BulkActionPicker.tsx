import { useDataProvider, useListContext, useRefresh, useTranslate } from 'ra-core';
import { lazy, Suspense, useState } from 'react';
import { Button } from 'react-admin';
import { toast } from '../../notify/toast.ts';
import { useLabel } from '../../parts/intl.ts';
import type { AnyRecord, ManyChanged } from '../../wire/binding.ts';
import { isAllowed, meetsConditions } from '../shared/canAccess.ts';
import { confirmAndRetry } from '../shared/confirmAndRetry.ts';
import { notifySuccess } from '../shared/notifySuccess.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { useFailure } from '../shared/useFailure.ts';
import { useOnce } from '../shared/useOnce.ts';

const ReferencePicker = lazy(() => import('../form/ReferencePicker.tsx'));

/** The names of the actions that are offered for chosen records. */
export function useBulkActionNames(): string[] {
  const { resource, role } = useView();
  return Object.entries(resource.actions ?? {})
    .filter(
      ([name, { bulk }]) => bulk && isAllowed(resource, role, name) && resource.api?.actions?.[name]?.[role]?.many,
    )
    .map(([name]) => name);
}

/**
 * A button for each bulk action of the API, for react-admin's toolbar: it sets the action's own value, or asks for a
 * reference.
 */
export function BulkActionPickers() {
  return useBulkActionNames().map((name) => <BulkActionPicker key={name} name={name} />);
}

function BulkActionPicker({ name }: { name: string }) {
  const translateLabel = useLabel();
  const { resource } = useView();
  const [asking, setAsking] = useState(false);
  const { data = [], selectedIds = [], onUnselectItems } = useListContext<AnyRecord>();
  const run = useRunBulkAction(name);
  const action = resource.actions?.[name];
  if (!action) return null;
  const records = data.filter(({ id }) => selectedIds.includes(id));
  const label = translateLabel(action.label ?? name);
  const fixed = action.value;
  const choose = async (value: unknown) => {
    setAsking(false);
    if (await run(selectedIds.map(String), records, value)) onUnselectItems();
  };
  return (
    <>
      <Button label={label} onClick={() => (fixed === undefined ? setAsking(true) : void choose(fixed))} />
      {asking && (
        <Suspense fallback={null}>
          <ReferencePicker
            title={`${label} (${selectedIds.length})`}
            field={action.field}
            records={records.filter((record) => meetsConditions(action, record))}
            onChoose={(value) => void choose(value)}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Does an action to many records in one call, says what became of them, and offers to take it back. */
function useRunBulkAction(name: string) {
  const t = useTranslate();
  const { resource } = useView();
  const dataProvider = useDataProvider();
  const refresh = useRefresh();
  const fail = useFailure();
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
  const keyOf = (value: unknown) =>
    value !== null && typeof value === 'object' ? String((value as { id?: unknown }).id ?? '') : (value ?? null);
  return useOnce(async (ids: string[], records: readonly AnyRecord[], value: unknown): Promise<boolean> => {
    try {
      const { changed, left } = await send(ids, { [field]: value }, records);
      const before = new Map(records.map((record) => [record.id, record]));
      const undo = async () => {
        try {
          const back = changed.map(({ id, version }) => ({
            id,
            version,
            [field]: keyOf(before.get(id)?.[field]),
          }));
          await send(
            changed.map(({ id }) => id),
            {},
            back,
          );
          toast.success(t('toasts.undone'));
        } catch (cause) {
          fail(cause);
        }
        refresh();
      };
      const text = t('list.changedMany', { smart_count: changed.length });
      if (changed.length > 0) notifySuccess(text, { label: t('form.undo'), run: () => void undo() });
      if (left.length > 0) {
        const reasons = Object.entries(Object.groupBy(left, ({ why }) => why)).map(([why, some]) =>
          t(`list.leftOut.${why}`, { count: some?.length ?? 0 }),
        );
        toast.warning([t('list.leftMany', { smart_count: left.length }), ...reasons].join(' '));
      }
      refresh();
      return true;
    } catch (cause) {
      fail(cause);
      return false;
    }
  });
}
