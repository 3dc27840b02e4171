import { useRefresh, useTranslate, useUpdate, useUpdateMany } from 'ra-core';
import { useCallback } from 'react';
import type { NamedAction } from '../../config/actions.ts';
import { splitWords } from '../../i18n/translateMessage.ts';
import { useLabel } from '../../parts/intl.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { notifySuccess } from '../shared/notifySuccess.ts';
import { useView } from '../shared/ResourceViewContext.tsx';

/** What an action or transition is called. */
export function useActionLabel(): (action: NamedAction) => string {
  const t = useTranslate();
  const translateLabel = useLabel();
  const { resource } = useView();
  return useCallback(
    ({ name, label }) =>
      label ? translateLabel(label) : t(`resources.${resource.name}.actions.${name}`, { _: splitWords(name) }),
    [t, translateLabel, resource],
  );
}

/** Whether a click alone does it: with one record, where nothing is asked. */
export const runsWithoutDialog = ({ roleInputs: asks, question }: NamedAction): boolean =>
  asks.length === 0 && !question;

/**
 * Does an action of the resource with one record, or with many in one go, says that it is done and shows the change.
 * Throws what the host refuses.
 */
export function useNamedAction({ name, success }: NamedAction) {
  const { resource } = useView();
  const translateLabel = useLabel();
  const refresh = useRefresh();
  const [update] = useUpdate();
  const [updateMany] = useUpdateMany();
  const done = () => {
    if (notifySuccess(translateLabel(success ?? 'toasts.updated'))) refresh();
  };
  const options = { mutationMode: 'pessimistic', returnPromise: true } as const;
  return {
    one: async (record: AnyRecord, data: Record<string, unknown>, meta: object = {}) => {
      await update(
        resource.name,
        { id: record.id, data, previousData: record, meta: { ...meta, action: name } },
        options,
      );
      done();
    },
    many: async (ids: readonly string[], data: Record<string, unknown>, meta: object = {}) => {
      await updateMany(resource.name, { ids: [...ids], data, meta: { ...meta, action: name } }, options);
      done();
    },
  };
}
