import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { CopyButton } from '../../../views/detail/CopyButton.tsx';

interface SecretDialogProps {
  /** i18n group with `secretTitle` and `secretText`. */
  group: string;
  secret: string;
  onClose: () => void;
}

/** Shows a secret once. Closes only by its button. */
export function SecretDialog({ group, secret, onClose }: SecretDialogProps) {
  const t = useTranslate();
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby="secret-title">
      <DialogTitle id="secret-title">{t(`${group}.secretTitle`)}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
        <Typography color="textSecondary">{t(`${group}.secretText`)}</Typography>
        <Typography sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>{secret}</Typography>
        <CopyButton text={secret} label={t('apiKeys.copy')} />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('apiKeys.kept')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
