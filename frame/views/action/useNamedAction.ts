import { useRefresh, useTranslate, useUpdateMany } from 'ra-core';
import { useCallback } from 'react';
import type { NamedAction } from '../../config/actions.ts';
import { splitWords } from '../../i18n/translateMessage.ts';
import { useLabel } from '../../parts/intl.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { notifySuccess } from '../shared/notifySuccess.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { useSendAction } from './useAction.ts';

/** Returns a function that labels an action: by its config, else by its text, else by its name in words. */
export function useActionLabel(): (action: Pick<NamedAction, 'name' | 'label'>, fallback?: string) => string {
  const t = useTranslate();
  const translateLabel = useLabel();
  const { resource } = useView();
  return useCallback(
    ({ name, label }, fallback = splitWords(name)) =>
      label ? translateLabel(label) : t(`resources.${resource.name}.actions.${name}`, { _: fallback }),
    [t, translateLabel, resource],
  );
}

/** True if one click runs the action: it has no inputs and no question. */
export const runsWithoutDialog = ({ roleInputs, question }: NamedAction): boolean =>
  roleInputs.length === 0 && !question;

/** Returns functions that run an action on one record or many, show success and refresh. They throw host errors. */
export function useNamedAction({ name, success }: NamedAction) {
  const { resource } = useView();
  const translateLabel = useLabel();
  const refresh = useRefresh();
  const { send } = useSendAction();
  const [updateMany] = useUpdateMany();
  return {
    one: (record: AnyRecord, data: Record<string, unknown>, meta: object = {}) =>
      send(name, record, data, meta, success),
    many: async (records: readonly AnyRecord[], data: Record<string, unknown>, meta: object = {}) => {
      const change = { ids: records.map(({ id }) => id), data, meta: { ...meta, action: name, records } };
      await updateMany(resource.name, change, { mutationMode: 'pessimistic', returnPromise: true });
      if (notifySuccess(translateLabel(success ?? 'toasts.updated'))) refresh();
    },
  };
}
