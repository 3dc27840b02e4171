import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslate } from 'ra-core';
import type { AnyRecord } from '../wire/binding.ts';
import ShowAction from './ShowAction.tsx';

interface FieldActionDialogProps {
  /** What the record is called. */
  title: string;
  action: string;
  record: AnyRecord;
  onClose: () => void;
}

/** The control of an action in a dialog; it closes once the action is done. */
export default function FieldActionDialog({ title, action, record, onClose }: FieldActionDialogProps) {
  const t = useTranslate();
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-label={title}>
      <DialogTitle>{title}</DialogTitle>
      <DialogContent>
        <ShowAction name={action} record={record} onDone={onClose} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('form.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
