import { useDataProvider } from 'ra-core';
import { getPlugins } from '../../config/app/pluginList.ts';
import { notifySuccess } from '../shared/notifySuccess.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { useUndoAction } from '../shared/useUndoAction.ts';

/** Returns a function that shows success of a deletion, with undo if a plug-in offers it. False if the session has ended. */
export function useNotifyDeleted(): (text: string, ids: readonly string[]) => boolean {
  const { resource, role } = useView();
  const provider = useDataProvider();
  const toUndoAction = useUndoAction();
  return (text, ids) => {
    const offered = getPlugins().find(({ undoDelete }) => undoDelete?.isOffered(resource, role))?.undoDelete;
    if (!offered) return notifySuccess(text);
    const undo = async () => {
      for (const id of ids) await offered.run(provider, resource, id);
    };
    return notifySuccess(text, toUndoAction(undo));
  };
}
