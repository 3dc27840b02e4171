import { Box, Button, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { ContentDialog } from '../../../parts/ContentDialog.tsx';
import { SettingsLine, type SettingsLineProps } from '../SettingsLine.tsx';
import { dividedListStyles } from './settingsStyles.ts';

interface LogDialogProps {
  title: string;
  /** Shown without entries. */
  empty: string;
  /** Undefined until they are loaded. */
  entries: readonly (SettingsLineProps & { id: string })[] | undefined;
  onClose: () => void;
}

/** The log of jobs, webhooks or automations, newest first. */
export function LogDialog({ title, empty, entries, onClose }: LogDialogProps) {
  const t = useTranslate();
  const close = (
    <Button variant="contained" onClick={onClose}>
      {t('jobs.close')}
    </Button>
  );
  return (
    <ContentDialog title={title} onClose={onClose} actions={close}>
      {entries?.length === 0 && <Typography color="textSecondary">{empty}</Typography>}
      <Box component="ul" sx={dividedListStyles}>
        {entries?.map(({ id, ...entry }) => (
          <SettingsLine key={id} {...entry} />
        ))}
      </Box>
    </ContentDialog>
  );
}
