import { Box, Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useTranslate } from 'ra-core';
import { visuallyHidden } from '../theme/visuallyHidden.ts';

/** Seconds between two announcements to a screen reader. */
const ANNOUNCE_INTERVAL = 15;

interface IdleDialogProps {
  /** Seconds until the logout. */
  left: number;
  onStay: () => void;
  onLogout: () => void;
}

/** Counts down to the logout, and lets the person stay. */
export default function IdleDialog({ left, onStay, onLogout }: IdleDialogProps) {
  const t = useTranslate();
  return (
    <Dialog open role="alertdialog" aria-labelledby="idle-title" aria-describedby="idle-text" onClose={onStay}>
      <DialogTitle id="idle-title">{t('idle.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText id="idle-text">{t('idle.text')}</DialogContentText>
        <DialogContentText aria-hidden sx={{ mt: 1, fontVariantNumeric: 'tabular-nums' }}>
          {t('idle.left', { seconds: left })}
        </DialogContentText>
        <Box role="status" sx={visuallyHidden}>
          {t('idle.left', { seconds: Math.ceil(left / ANNOUNCE_INTERVAL) * ANNOUNCE_INTERVAL })}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onLogout}>
          {t('idle.leave')}
        </Button>
        <Button variant="contained" onClick={onStay} autoFocus>
          {t('idle.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
