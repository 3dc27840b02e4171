import { Box, Button, TextField, Typography } from '@mui/material';
import { CopyButton, formatDay, HOST, SettingsCard, SwitchLine, useIntl } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { useChangeFeed, useFeed } from './useCalendarFeed.ts';

/** Calendar feed of the employee's visits. Hidden if the host has none. */
export default function Feed() {
  const intl = useIntl();
  const { t } = intl;
  const feed = useFeed();
  const { busy, make, end, setNames } = useChangeFeed();
  if (!feed) return null;
  const { createdAt, names, path, user, password } = feed;
  return (
    <SettingsCard name="feed" title={t('feed.title')} hint={t('feed.hint')}>
      {createdAt && <SwitchLine name="names" on={names} busy={busy} onToggle={() => setNames(!names)} />}
      {path && (
        <NewFeedSecrets
          parts={{
            [password ? 'address' : 'secretAddress']: new URL(path, HOST || location.origin).href,
            ...(password && { user, password }),
          }}
          hint={t(password ? 'feed.oncePassword' : 'feed.once')}
        />
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 1 }}>
        <Button variant={createdAt ? 'outlined' : 'contained'} disabled={busy} onClick={() => make(false)}>
          {t(createdAt ? 'feed.again' : 'feed.make')}
        </Button>
        <Button variant="outlined" disabled={busy} onClick={() => make(true)}>
          {t(createdAt ? 'feed.secretAgain' : 'feed.makeSecret')}
        </Button>
        {createdAt && (
          <Button variant="outlined" color="error" disabled={busy} onClick={end}>
            {t('feed.end')}
          </Button>
        )}
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        {createdAt && `${t('feed.made', { day: formatDay(createdAt, intl) })} ${t('feed.againHint')} `}
        {t('feed.secretHint')}
      </Typography>
    </SettingsCard>
  );
}

/** Shows address and password of a new feed, each with a copy button. The host does not send them again. */
function NewFeedSecrets({ parts, hint }: { parts: Readonly<Record<string, string | undefined>>; hint: string }) {
  const t = useTranslate();
  const id = useId();
  return (
    <Box sx={{ display: 'grid', gap: 1.5, my: 1, p: 2, borderRadius: 2, bgcolor: 'primary.soft' }}>
      {Object.entries(parts).map(([name, value = '']) => (
        <Box key={name} sx={{ display: 'flex', alignItems: 'flex-end', gap: 1 }}>
          <TextField
            id={`${id}-${name}`}
            fullWidth
            label={t(`feed.${name}`)}
            value={value}
            onFocus={({ target }) => target.select()}
            slotProps={{ htmlInput: { readOnly: true, spellCheck: false } }}
          />
          <CopyButton
            variant="contained"
            text={value}
            label={t('feed.copy')}
            aria-label={t('feed.copyWhat', { what: t(`feed.${name}`) })}
            sx={{ flexShrink: 0 }}
          />
        </Box>
      ))}
      <Typography variant="body2">{hint}</Typography>
    </Box>
  );
}
