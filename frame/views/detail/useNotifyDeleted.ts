import { useDataProvider, useRefresh, useTranslate } from 'ra-core';
import { mayUseBin } from '../../config/softDelete.ts';
import { toast } from '../../notify/toast.ts';
import { notifySuccess } from '../shared/notifySuccess.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { useFailure } from '../shared/useFailure.ts';

/**
 * Shows that records were deleted, with what takes them out of the bin again where they are in one. False where the
 * change ended the session.
 */
export function useNotifyDeleted(): (text: string, ids: readonly string[]) => boolean {
  const t = useTranslate();
  const { resource, role } = useView();
  const provider = useDataProvider();
  const refresh = useRefresh();
  const fail = useFailure();
  return (text, ids) => {
    if (!mayUseBin(resource, role, 'restore')) return notifySuccess(text);
    const undo = async () => {
      try {
        for (const id of ids) await provider.restoreDeleted(resource.name, { id });
        toast.success(t('toasts.undone'));
      } catch (cause) {
        fail(cause);
      }
      refresh();
    };
    return notifySuccess(text, { label: t('form.undo'), run: () => void undo() });
  };
}
