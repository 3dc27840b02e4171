import { Box, Button, Card, Typography } from '@mui/material';
import type { ActionProps } from 'portal-frame';
import { hasFeature, useAction } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';

/** Approves or refuses a laboratory's requested name. */
export default function NameDecision({ record }: ActionProps) {
  const t = useTranslate();
  const approve = useAction('approveName', record);
  const refuse = useAction('refuseName', record);
  const name = String(record.requestedName ?? '');
  if (!name || !hasFeature('laboratoryNames')) return null;
  const busy = approve.pending || refuse.pending;
  const label = t('resources.laboratories.requestedName');
  return (
    <Card component="section" aria-label={label} sx={{ p: 2, display: 'grid', gap: 1.5 }}>
      <Typography variant="h3">{label}</Typography>
      <Typography sx={{ fontWeight: 650, overflowWrap: 'anywhere' }}>{name}</Typography>
      <Typography variant="body2" color="textSecondary">
        {t('resources.laboratories.requestedHint')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="contained" disabled={busy} onClick={() => approve.run(name)}>
          {t('resources.laboratories.approve')}
        </Button>
        <Button variant="outlined" disabled={busy} onClick={() => refuse.run(name)}>
          {t('resources.laboratories.refuse')}
        </Button>
      </Box>
    </Card>
  );
}
