import { useRefresh, useTranslate, useUpdate, useUpdateMany } from 'ra-core';
import { useCallback } from 'react';
import type { NamedAction } from '../config/actions.ts';
import { words } from '../i18n/say.ts';
import { useLabel } from '../parts/tell.ts';
import type { AnyRecord } from '../wire/binding.ts';
import { useView } from './context.tsx';
import { tellSuccess } from './tellSuccess.ts';

/** What an action or transition is called. */
export function useActionLabel(): (action: NamedAction) => string {
  const t = useTranslate();
  const tell = useLabel();
  const { resource } = useView();
  return useCallback(
    ({ name, label }) => (label ? tell(label) : t(`resources.${resource.name}.actions.${name}`, { _: words(name) })),
    [t, tell, resource],
  );
}

/** Whether a click alone does it: with one record, where nothing is asked. */
export const isPlain = ({ asks, question }: NamedAction): boolean => asks.length === 0 && !question;

/**
 * Does an action of the resource with one record, or with many in one go, tells that it is done and shows the change.
 * Throws what the host refuses.
 */
export function useNamedAction({ name, success }: NamedAction) {
  const { resource } = useView();
  const tell = useLabel();
  const refresh = useRefresh();
  const [update] = useUpdate();
  const [updateMany] = useUpdateMany();
  const done = () => {
    if (tellSuccess(tell(success ?? 'toasts.updated'))) refresh();
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
