import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslate } from 'ra-core';
import type { AnyRecord } from '../../wire/binding.ts';
import ShowAction from '../ShowAction.tsx';

interface AssignDialogProps {
  /** What the record is called. */
  title: string;
  action: string;
  record: AnyRecord;
  onClose: () => void;
}

/** What dragging does, by keyboard: the popup's own control for the action, in a dialog. */
export default function AssignDialog({ title, action, record, onClose }: AssignDialogProps) {
  const t = useTranslate();
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-label={title}>
      <DialogTitle>{title}</DialogTitle>
      <DialogContent>
        <ShowAction name={action} record={record} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('form.cancel')}</Button>
      </DialogActions>
    </Dialog>
  );
}
