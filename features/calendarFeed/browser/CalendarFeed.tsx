import { Box, Button, TextField, Typography } from '@mui/material';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Call } from 'portal-frame';
import {
  CopyButton,
  callQuery,
  formatDay,
  HOST,
  isOffered,
  request,
  SettingsCard,
  SwitchLine,
  toast,
  useFailure,
  useIntl,
} from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { type Feed, feedCalls, readFeed } from '../wire/calendarFeedApi.ts';

/** Calendar feed of the employee's visits. Hidden if the host has none. */
export default function CalendarFeed() {
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

const FEED_KEY = ['feed'];

/** Fetches the calendar feed. Undefined if the host lacks the call (design.md: extras). */
const useFeed = () =>
  useQuery({ ...callQuery(FEED_KEY, feedCalls.feed, readFeed), enabled: isOffered(feedCalls.feed) }).data;

interface FeedChange {
  call: Call;
  body?: Record<string, unknown>;
  /** i18n key of the success toast. */
  message: string;
}

const CHANGES = {
  make: (secretAddress: boolean): FeedChange => ({
    ...{ call: feedCalls.makeFeed, body: { secretAddress }, message: 'toasts.feedMade' },
  }),
  end: { call: feedCalls.endFeed, message: 'toasts.feedEnded' },
  names: (names: boolean): FeedChange => ({ call: feedCalls.changeFeed, body: { names }, message: 'toasts.updated' }),
};

function useChangeFeed() {
  const t = useTranslate();
  const fail = useFailure();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ call, body }: FeedChange) => readFeed(await request(call, body ? { body } : {})),
    onSuccess: (feed: Feed, { message }) => {
      toast.success(t(message));
      // The host sends the address once. Keep it when the names change.
      const { path = '', user = '', password = '' } = client.getQueryData<Feed>(FEED_KEY) ?? {};
      client.setQueryData<Feed>(FEED_KEY, feed.createdAt && !feed.path ? { ...feed, path, user, password } : feed);
    },
    onError: fail,
  });
  return {
    busy: isPending,
    make: (secretAddress: boolean) => mutate(CHANGES.make(secretAddress)),
    end: () => mutate(CHANGES.end),
    setNames: (names: boolean) => mutate(CHANGES.names(names)),
  };
}
