import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { formatDayAndTime } from '../../fields/date.ts';
import { useIntl } from '../../parts/intl.ts';
import type { OwnSession } from '../../wire/sessionCalls.ts';
import { SettingsCard } from './SettingsCard.tsx';
import { useEndSessions, useSessions } from './useSessions.ts';

/** The user's active sessions. Hidden if the host does not report them. */
export default function Sessions() {
  const t = useTranslate();
  const sessions = useSessions();
  const { mutate: end, isPending } = useEndSessions();
  if (!sessions?.length) return null;
  return (
    <SettingsCard name="sessions" title={t('settings.sessions.title')} hint={t('settings.sessions.hint')}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {sessions.map((session) => (
          <SessionLine key={session.id} session={session} busy={isPending} onEnd={() => end(session.id)} />
        ))}
      </Box>
      {sessions.length > 1 && (
        <Button variant="outlined" disabled={isPending} onClick={() => end(undefined)} sx={{ mt: 1 }}>
          {t('settings.sessions.endOthers')}
        </Button>
      )}
    </SettingsCard>
  );
}

function SessionLine({ session, busy, onEnd }: { session: OwnSession; busy: boolean; onEnd: () => void }) {
  const intl = useIntl();
  const { t } = intl;
  const { browser, system, address, createdAt, lastUsed, current } = session;
  const device =
    browser && system
      ? t('settings.sessions.device', { browser, system })
      : browser || system || t('settings.sessions.unknown');
  const at = (moment: string) => {
    const { day, time } = formatDayAndTime(moment, intl);
    return `${day}, ${time}`;
  };
  const lines = [
    t('settings.sessions.started', { time: at(createdAt) }),
    t('settings.sessions.used', { time: at(lastUsed) }),
    address,
  ];
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 2,
        py: 1.5,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
          <Typography variant="subtitle1" component="p">
            {device}
          </Typography>
          {current && <Chip size="small" color="primary" variant="outlined" label={t('settings.sessions.current')} />}
        </Box>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {lines.filter(Boolean).join(' · ')}
        </Typography>
      </Box>
      {!current && (
        <Button
          variant="outlined"
          size="small"
          disabled={busy}
          onClick={onEnd}
          aria-label={t('settings.sessions.endThis', { device })}
          sx={{ flexShrink: 0 }}
        >
          {t('settings.sessions.end')}
        </Button>
      )}
    </Box>
  );
}
