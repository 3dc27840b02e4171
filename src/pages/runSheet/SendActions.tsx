import { Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { THUMB_SIZE } from './TakePhoto.tsx';

/** Buttons of a dialog on the phone: Cancel and submit. */
export function SendActions({ label, onClose }: { label: string; onClose: () => void }) {
  const t = useTranslate();
  return (
    <>
      <Button variant="outlined" onClick={onClose} sx={{ minHeight: THUMB_SIZE }}>
        {t('form.cancel')}
      </Button>
      <Button type="submit" variant="contained" sx={{ minHeight: THUMB_SIZE }}>
        {label}
      </Button>
    </>
  );
}
