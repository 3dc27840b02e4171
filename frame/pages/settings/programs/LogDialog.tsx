import { Button, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { ContentDialog } from '../../../parts/ContentDialog.tsx';
import { type SettingsEntry, SettingsList } from '../SettingsLine.tsx';

interface LogDialogProps {
  title: string;
  /** Shown without entries. */
  empty: string;
  /** Undefined until they are loaded. */
  entries: readonly SettingsEntry[] | undefined;
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
      <SettingsList entries={entries} />
    </ContentDialog>
  );
}
