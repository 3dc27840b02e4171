import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import { useTranslate } from 'ra-core';
import { THUMB_SIZE } from './TakePhoto.tsx';

interface SendActionsProps {
  /** What the button that sends the dialog's form says. */
  label: string;
  onClose: () => void;
}

/** The buttons under a form that a phone sends, large enough for a thumb. */
export function SendActions({ label, onClose }: SendActionsProps) {
  const t = useTranslate();
  return (
    <DialogActions>
      <Button variant="outlined" onClick={onClose} sx={{ minHeight: THUMB_SIZE }}>
        {t('form.cancel')}
      </Button>
      <Button type="submit" variant="contained" sx={{ minHeight: THUMB_SIZE }}>
        {label}
      </Button>
    </DialogActions>
  );
}
