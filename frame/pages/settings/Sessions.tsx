import { Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { callQuery } from '../../dataProvider/callQuery.ts';
import { useFormatMoment } from '../../parts/useFormatMoment.ts';
import { isOffered } from '../../session/session.ts';
import { useCallMutation } from '../../views/shared/useCallMutation.ts';
import { readSessions, sessionCalls } from '../../wire/calls/sessionCalls.ts';
import { SettingsCard } from './SettingsCard.tsx';
import { SettingsList } from './SettingsLine.tsx';

const SESSIONS_KEY = ['sessions'];

/** The user's active sessions. Hidden if the host does not report them. */
export default function Sessions() {
  const t = useTranslate();
  const formatMoment = useFormatMoment();
  const enabled = isOffered(sessionCalls.sessions);
  const { data } = useQuery({ ...callQuery(SESSIONS_KEY, sessionCalls.sessions, readSessions), enabled });
  const { mutate, isPending } = useCallMutation(SESSIONS_KEY, () => undefined);
  if (!data?.length) return null;
  const end = (id: string) => mutate({ call: sessionCalls.endSession, params: { id }, message: 'toasts.sessionEnded' });
  const entries = data.map(({ id, browser, system, address, createdAt, lastUsed, current }) => {
    const title =
      browser && system
        ? t('settings.sessions.device', { browser, system })
        : browser || system || t('settings.sessions.unknown');
    const name = t('settings.sessions.endThis', { device: title });
    return {
      ...{ id, title, chip: current ? t('settings.sessions.current') : undefined },
      details: [
        t('settings.sessions.started', { time: formatMoment(createdAt) }),
        t('settings.sessions.used', { time: formatMoment(lastUsed) }),
        address,
      ],
      button: current
        ? undefined
        : { label: t('settings.sessions.end'), name, disabled: isPending, onClick: () => end(id) },
    };
  });
  return (
    <SettingsCard name="sessions" title={t('settings.sessions.title')} hint={t('settings.sessions.hint')}>
      <SettingsList entries={entries} />
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
