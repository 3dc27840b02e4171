import { Box, Button, Card, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ActionProps, asObject } from 'portal-frame';
import { callQuery, hasFeature, useCallMutation, useFormatMoment } from 'portal-frame/browser';
import { readSessions } from 'portal-frame/calls';
import { useTranslate } from 'ra-core';
import { adminCalls } from '../../wire/adminApi.ts';

const { accountSessions, clearFactors, endAccountSessions } = adminCalls;

function readAccess(data: unknown) {
  const reply = asObject(data);
  return { sessions: readSessions(reply.sessions), secondFactor: reply.secondFactor === true };
}

/** For admins: a user's sessions, and buttons to end them. */
export default function AccountAccess({ record: { id } }: ActionProps) {
  const t = useTranslate();
  const formatMoment = useFormatMoment();
  const offered = hasFeature('admins');
  const params = { id };
  const queryKey = ['accountSessions', id];
  const { data } = useQuery({ ...callQuery(queryKey, accountSessions, readAccess, { params }), enabled: offered });
  const { mutate, isPending } = useCallMutation(queryKey, () => undefined);
  if (!offered || !data) return null;
  const { sessions, secondFactor } = data;
  const label = t('access.title');
  return (
    <Card component="section" aria-label={label} sx={{ p: 2, display: 'grid', gap: 1.5 }}>
      <Typography variant="h3">{label}</Typography>
      {sessions.length === 0 && <Typography color="textSecondary">{t('access.nowhere')}</Typography>}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {sessions.map(({ id: session, browser, system, address, lastUsed, current }) => {
          return (
            <li key={session}>
              <Typography sx={{ overflowWrap: 'anywhere' }}>
                {[browser, system].filter(Boolean).join(', ') || t('settings.sessions.unknown')}
                {current && ` (${t('settings.sessions.current')})`}
              </Typography>
              <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                {[t('settings.sessions.used', { time: formatMoment(lastUsed) }), address].filter(Boolean).join(' · ')}
              </Typography>
            </li>
          );
        })}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {sessions.some(({ current }) => !current) && (
          <Button
            variant="outlined"
            disabled={isPending}
            onClick={() => mutate({ call: endAccountSessions, params, message: 'toasts.sessionsEnded' })}
          >
            {t('access.end')}
          </Button>
        )}
        {secondFactor && (
          <Button
            variant="outlined"
            disabled={isPending}
            onClick={() => mutate({ call: clearFactors, params, message: 'toasts.factorsCleared' })}
          >
            {t('access.clearFactors')}
          </Button>
        )}
      </Box>
    </Card>
  );
}
