import { useRefresh, useTranslate } from 'ra-core';
import { type ToastAction, toast } from '../../notify/toast.ts';
import { useFailure } from './useFailure.ts';

/**
 * Returns a function that turns `undo` into a toast's undo button, which reports the result and refreshes.
 * @example notifySuccess(t('books.lent'), toUndoAction(() => request(bookCalls.takeBack, { params: { id } })));
 */
export function useUndoAction(): (undo: () => Promise<unknown>) => ToastAction {
  const t = useTranslate();
  const refresh = useRefresh();
  const fail = useFailure();
  return (undo) => ({
    label: t('form.undo'),
    run: async () => {
      try {
        await undo();
        toast.closeWarnings();
        toast.success(t('toasts.undone'));
      } catch (cause) {
        fail(cause);
      }
      refresh();
    },
  });
}
