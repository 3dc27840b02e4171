import { AddSavedQueryDialog, RemoveSavedQueryDialog } from 'react-admin';

interface SavedQueryDialogsProps {
  which: 'add' | 'remove';
  onClose: () => void;
}

/** react-admin's dialogs for a query of one's own, fetched when one of them is asked for. */
export default function SavedQueryDialogs({ which, onClose }: SavedQueryDialogsProps) {
  const Asked = which === 'add' ? AddSavedQueryDialog : RemoveSavedQueryDialog;
  return <Asked open onClose={onClose} />;
}
