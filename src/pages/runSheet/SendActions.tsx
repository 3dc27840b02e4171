import { Button, DialogActions } from '@mui/material';
import { useTranslate } from 'ra-core';
import { THUMB_SIZE } from './TakePhoto.tsx';

interface SendActionsProps {
  label: string;
  onClose: () => void;
}

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
