import { Badge, IconButton } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useGetList, useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { ViewProps } from '../../config/resource.ts';
import { notificationEvents } from '../../notify/notificationEvents.ts';
import { Icon } from '../../theme/icons.tsx';
import type { AnyRecord } from '../../wire/binding.ts';

/** Milliseconds. */
const REFRESH_INTERVAL = 60_000;
/** Parameters of useGetList, shared so that bell and screen use one cache entry. */
export const ALL_NOTIFICATIONS = {
  pagination: { page: 1, perPage: 0 },
  sort: { field: 'createdAt', order: 'DESC' as const },
  filter: {},
};

/** Invalidate after reading or deleting notifications, so that the bell recounts. */
export const NOTIFICATIONS_KEY = ['notifications'];

/** Links to the notifications and counts unread ones. A click resets the count (spec 2). */
export default function Bell({ resource, role }: ViewProps) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const { data = [] } = useGetList<AnyRecord>('notifications', ALL_NOTIFICATIONS, {
    refetchInterval: REFRESH_INTERVAL,
    refetchOnWindowFocus: true,
  });
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const refresh = () => queryClient.invalidateQueries({ queryKey: NOTIFICATIONS_KEY });
    notificationEvents.addEventListener('new', refresh);
    return () => notificationEvents.removeEventListener('new', refresh);
  }, [queryClient]);

  const unread = data.filter(({ id, isRead }) => isRead !== true && !seen.has(id));
  const path = resource.roles[role]?.list ?? '/';
  return (
    <IconButton
      component={Link}
      to={path}
      aria-label={unread.length > 0 ? t('nav.unread', { count: unread.length }) : t('nav.notifications')}
      onClick={() => setSeen(new Set([...seen, ...unread.map(({ id }) => id)]))}
    >
      {/* A new Badge at zero: MUI's keeps showing the last number while it fades. */}
      <Badge key={String(unread.length > 0)} badgeContent={unread.length || null} max={99} color="primary">
        <Icon name="notifications" />
      </Badge>
    </IconButton>
  );
}
