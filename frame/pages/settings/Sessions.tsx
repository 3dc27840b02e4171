import { Box, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { callQuery } from '../../dataProvider/callQuery.ts';
import { useFormatMoment } from '../../parts/useFormatMoment.ts';
import { isOffered } from '../../session/session.ts';
import { useCallMutation } from '../../views/shared/useCallMutation.ts';
import { type OwnSession, readSessions, sessionCalls } from '../../wire/calls/sessionCalls.ts';
import { SettingsCard } from './SettingsCard.tsx';
import { SettingsLine } from './SettingsLine.tsx';

const SESSIONS_KEY = ['sessions'];

/** The user's active sessions. Hidden if the host does not report them. */
export default function Sessions() {
  const t = useTranslate();
  const enabled = isOffered(sessionCalls.sessions);
  const { data } = useQuery({ ...callQuery(SESSIONS_KEY, sessionCalls.sessions, readSessions), enabled });
  const { mutate, isPending } = useCallMutation(SESSIONS_KEY, () => undefined);
  if (!data?.length) return null;
  const end = (id: string) => mutate({ call: sessionCalls.endSession, params: { id }, message: 'toasts.sessionEnded' });
  return (
    <SettingsCard name="sessions" title={t('settings.sessions.title')} hint={t('settings.sessions.hint')}>
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          '& > li': { py: 1.5 },
          '& > li + li': { borderTop: 1, borderColor: 'divider' },
        }}
      >
        {data.map((session) => (
          <SessionLine key={session.id} session={session} busy={isPending} onEnd={() => end(session.id)} />
        ))}
      </Box>
      {data.length > 1 && (
        <Button
          variant="outlined"
          disabled={isPending}
          onClick={() => mutate({ call: sessionCalls.endOtherSessions, message: 'toasts.sessionsEnded' })}
          sx={{ mt: 1 }}
        >
          {t('settings.sessions.endOthers')}
        </Button>
      )}
    </SettingsCard>
  );
}

function SessionLine({ session, busy, onEnd }: { session: OwnSession; busy: boolean; onEnd: () => void }) {
  const t = useTranslate();
  const formatMoment = useFormatMoment();
  const { browser, system, address, createdAt, lastUsed, current } = session;
  const device =
    browser && system
      ? t('settings.sessions.device', { browser, system })
      : browser || system || t('settings.sessions.unknown');
  const name = t('settings.sessions.endThis', { device });
  return (
    <SettingsLine
      title={device}
      chip={current ? t('settings.sessions.current') : undefined}
      details={[
        t('settings.sessions.started', { time: formatMoment(createdAt) }),
        t('settings.sessions.used', { time: formatMoment(lastUsed) }),
        address,
      ]}
      button={current ? undefined : { label: t('settings.sessions.end'), name, disabled: busy, onClick: onEnd }}
    />
  );
}
