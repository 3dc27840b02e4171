import { Box, Button, Typography } from '@mui/material';
import { ContentDialog, CopyButton } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';

interface SecretDialogProps {
  /** i18n group with `secretTitle` and `secretText`. */
  group: string;
  secret: string;
  onClose: () => void;
}

/** Shows a secret once. Closes only by its button. */
export function SecretDialog({ group, secret, onClose }: SecretDialogProps) {
  const t = useTranslate();
  const kept = (
    <Button variant="contained" onClick={onClose}>
      {t('apiKeys.kept')}
    </Button>
  );
  return (
    <ContentDialog title={t(`${group}.secretTitle`)} actions={kept}>
      <Typography color="textSecondary">{t(`${group}.secretText`)}</Typography>
      <Typography sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>{secret}</Typography>
      <Box>
        <CopyButton text={secret} label={t('apiKeys.copy')} />
      </Box>
    </ContentDialog>
  );
}
