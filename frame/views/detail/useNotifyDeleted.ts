import { useDataProvider } from 'ra-core';
import { mayUseTrash } from '../../config/trashConfig.ts';
import { notifySuccess } from '../shared/notifySuccess.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { useUndoAction } from '../shared/useUndoAction.ts';

/** Returns a function that shows success of a deletion, with undo for the trash. False if the session has ended. */
export function useNotifyDeleted(): (text: string, ids: readonly string[]) => boolean {
  const { resource, role } = useView();
  const provider = useDataProvider();
  const toUndoAction = useUndoAction();
  return (text, ids) => {
    if (!mayUseTrash(resource, role, 'restore')) return notifySuccess(text);
    const undo = async () => {
      for (const id of ids) await provider.callRoute(resource.name, { path: ['bin', id, 'restore'], body: {} });
    };
    return notifySuccess(text, toUndoAction(undo));
  };
}
