import { Box, Chip, Link, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router';
import { getRecordPath } from '../../config/listPaths.ts';
import { resources } from '../../config/registry.ts';
import { mayDo } from '../../config/resource.ts';
import { useIntl } from '../../parts/intl.ts';
import { useFormatMoment } from '../../parts/useFormatMoment.ts';
import { currentRole } from '../../session/session.ts';
import type { Notification } from '../../wire/calls/notificationCalls.ts';
import { formatAge } from './formatAge.ts';

/** Returns the path of the notification's record, if the role may open it. */
function getPath(name: string, id: string): string | undefined {
  const role = currentRole();
  const resource = resources.find((one) => one.name === name);
  const list = role && resource?.roles[role]?.list;
  return list && id && mayDo(resource, role, 'show') ? getRecordPath(list, id) : undefined;
}

interface NotificationLineProps {
  notification: Notification;
  isNew: boolean;
  /** Milliseconds since 1970. */
  now: number;
}

export function NotificationLine({
  notification: { title, body, createdAt, resource, recordId },
  isNew,
  now,
}: NotificationLineProps) {
  const intl = useIntl();
  const path = getPath(resource, recordId);
  const age = formatAge(createdAt, now, intl.locale);
  const formatMoment = useFormatMoment();
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
          {path ? (
            <Link component={RouterLink} to={path} color="inherit">
              {title}
            </Link>
          ) : (
            title || intl.t('list.notAvailable')
          )}
        </Typography>
        {isNew && (
          <Chip size="small" color="primary" variant="outlined" label={intl.t('resources.notifications.unread')} />
        )}
        {age && (
          <Typography
            component="time"
            variant="body2"
            color="textSecondary"
            dateTime={createdAt}
            title={formatMoment(createdAt)}
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
