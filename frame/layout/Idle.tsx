import { Box, Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { visuallyHidden } from '../theme/visuallyHidden.ts';
import { useIdle } from './useIdle.ts';

/** Seconds between two announcements to a screen reader. */
const ANNOUNCE_INTERVAL = 15;

interface IdleProps {
  minutes: number;
  onTimeout: () => void;
  onLogout: () => void;
}

/** Warns an idle user before the automatic logout. */
export default function Idle({ minutes, onTimeout, onLogout }: IdleProps) {
  const t = useTranslate();
  const { left, stay } = useIdle(minutes);
  useEffect(() => {
    if (left === 0) onTimeout();
  }, [left, onTimeout]);
  if (!left) return null;
  return (
    <Dialog open role="alertdialog" aria-labelledby="idle-title" aria-describedby="idle-text" onClose={stay}>
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
        <Button variant="contained" onClick={stay} autoFocus>
          {t('idle.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
