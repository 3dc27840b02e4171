import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { dayAndTime } from '../../fields/date.ts';
import { useTeller } from '../../fields/parts/tell.ts';
import type { Notification } from '../../wire/notifications.ts';
import { ago } from './ago.ts';

interface NotificationLineProps {
  notification: Notification;
  /** Stands out, by a word as well as by its ground. */
  isNew: boolean;
  /** The moment that its age is told for, in milliseconds since 1970. */
  now: number;
}

/** One notification: what happened, and how long ago; the exact time is told when it is pointed at. */
export function NotificationLine({ notification: { title, body, createdAt }, isNew, now }: NotificationLineProps) {
  const teller = useTeller();
  const age = ago(createdAt, now, teller.locale);
  const { day, time } = dayAndTime(createdAt, teller);
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gap: 0.25,
        px: 2.5,
        py: 1.75,
        bgcolor: isNew ? 'primary.soft' : undefined,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        <Typography sx={{ fontWeight: isNew ? 650 : 500, overflowWrap: 'anywhere' }}>
          {title || teller.t('list.notAvailable')}
        </Typography>
        {isNew && (
          <Chip size="small" color="primary" variant="outlined" label={teller.t('resources.notifications.unread')} />
        )}
        {age && (
          <Typography
            component="time"
            variant="body2"
            color="textSecondary"
            dateTime={createdAt}
            title={`${day}, ${time}`}
            sx={{ ml: 'auto' }}
          >
            {age}
          </Typography>
        )}
      </Box>
      <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
        {body}
      </Typography>
    </Box>
  );
}
