import { AddSavedQueryDialog, RemoveSavedQueryDialog } from 'react-admin';

interface SavedQueryDialogsProps {
  which: 'add' | 'remove';
  onClose: () => void;
}

export default function SavedQueryDialogs({ which, onClose }: SavedQueryDialogsProps) {
  const Asked = which === 'add' ? AddSavedQueryDialog : RemoveSavedQueryDialog;
  return <Asked open onClose={onClose} />;
}
