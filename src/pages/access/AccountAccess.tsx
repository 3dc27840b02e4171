import { Box, Button, Card, Typography } from '@mui/material';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ActionProps } from 'portal-frame';
import { useTranslate } from 'ra-core';
import { request } from '../../../frame/dataProvider/request.ts';
import { formatDayAndTime } from '../../../frame/fields/date.ts';
import { toast } from '../../../frame/notify/toast.ts';
import { useIntl } from '../../../frame/parts/intl.ts';
import { hasFeature } from '../../../frame/session/session.ts';
import { useFailure } from '../../../frame/views/shared/useFailure.ts';
import { readSessions } from '../../../frame/wire/sessionCalls.ts';
import { asObject } from '../../../frame/wire/wireValues.ts';
import { adminCalls } from '../../wire/adminApi.ts';

/** For admins: a user's sessions, and buttons to end them. */
export default function AccountAccess({ record: { id } }: ActionProps) {
  const intl = useIntl();
  const t = useTranslate();
  const fail = useFailure();
  const client = useQueryClient();
  const offered = hasFeature('admins');
  const queryKey = ['accountSessions', id];
  const { data } = useQuery({
    queryKey,
    enabled: offered,
    queryFn: async ({ signal }) => {
      const reply = asObject(await request(adminCalls.accountSessions, { params: { id }, signal }));
      return { sessions: readSessions(reply.sessions), secondFactor: reply.secondFactor === true };
    },
  });
  const { mutate: run, isPending } = useMutation({
    mutationFn: (name: 'endAccountSessions' | 'clearFactors') => request(adminCalls[name], { params: { id } }),
    onSuccess: (_, name) =>
      toast.success(t(name === 'clearFactors' ? 'toasts.factorsCleared' : 'toasts.sessionsEnded')),
    onError: fail,
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  if (!offered || !data) return null;
  const { sessions, secondFactor } = data;
  const label = t('access.title');
  return (
    <Card component="section" aria-label={label} sx={{ p: 2, display: 'grid', gap: 1.5 }}>
      <Typography variant="h3">{label}</Typography>
      {sessions.length === 0 && <Typography color="textSecondary">{t('access.nowhere')}</Typography>}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {sessions.map(({ id: session, browser, system, address, lastUsed, current }) => {
          const { day, time } = formatDayAndTime(lastUsed, intl);
          return (
            <li key={session}>
              <Typography sx={{ overflowWrap: 'anywhere' }}>
                {[browser, system].filter(Boolean).join(', ') || t('settings.sessions.unknown')}
                {current && ` (${t('settings.sessions.current')})`}
              </Typography>
              <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                {[t('settings.sessions.used', { time: `${day}, ${time}` }), address].filter(Boolean).join(' · ')}
              </Typography>
            </li>
          );
        })}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {sessions.some(({ current }) => !current) && (
          <Button variant="outlined" disabled={isPending} onClick={() => run('endAccountSessions')}>
            {t('access.end')}
          </Button>
        )}
        {secondFactor && (
          <Button variant="outlined" disabled={isPending} onClick={() => run('clearFactors')}>
            {t('access.clearFactors')}
          </Button>
        )}
      </Box>
    </Card>
  );
}
