import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { HOST } from '../../dataProvider/host.ts';
import { longDay } from '../../fields/date.ts';
import { useTeller } from '../../fields/parts/tell.ts';
import { CopyButton } from '../../views/CopyButton.tsx';
import { SettingsCard } from './SettingsCard.tsx';
import { SwitchLine } from './SwitchLine.tsx';
import { useChangeFeed, useFeed } from './useFeed.ts';

/** The employee's visits for their own calendar, by a secret address; nothing at all where the host has no feeds. */
export default function Feed() {
  const teller = useTeller();
  const { t } = teller;
  const feed = useFeed();
  const { busy, make, end, setNames } = useChangeFeed();
  if (!feed) return null;
  const { createdAt, names, path } = feed;
  return (
    <SettingsCard name="feed" title={t('feed.title')} hint={t('feed.hint')}>
      {createdAt && <SwitchLine name="names" on={names} busy={busy} onToggle={() => setNames(!names)} />}
      {path && <Address url={new URL(path, HOST || location.origin).href} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 1 }}>
        <Button variant={createdAt ? 'outlined' : 'contained'} disabled={busy} onClick={make}>
          {t(createdAt ? 'feed.again' : 'feed.make')}
        </Button>
        {createdAt && (
          <Button variant="outlined" color="error" disabled={busy} onClick={end}>
            {t('feed.end')}
          </Button>
        )}
      </Box>
      {createdAt && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {t('feed.made', { day: longDay(createdAt, teller) })} {t('feed.againHint')}
        </Typography>
      )}
    </SettingsCard>
  );
}

/** The new address, shown this once, to be copied. */
function Address({ url }: { url: string }) {
  const t = useTranslate();
  const id = useId();
  return (
    <Box sx={{ display: 'grid', gap: 1, my: 1, p: 2, borderRadius: 2, bgcolor: 'primary.soft' }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-end', gap: 1 }}>
        <TextField
          id={id}
          fullWidth
          label={t('feed.address')}
          value={url}
          onFocus={({ target }) => target.select()}
          slotProps={{ htmlInput: { readOnly: true, spellCheck: false } }}
        />
        <CopyButton variant="contained" text={url} label={t('feed.copy')} sx={{ flexShrink: 0 }} />
      </Box>
      <Typography variant="body2">{t('feed.once')}</Typography>
    </Box>
  );
}
