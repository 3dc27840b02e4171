import DeleteSweep from '@mui/icons-material/DeleteSweepOutlined';
import { Box, Button, Card, Chip, Link, Typography } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ListContextProvider, useGetList, useList, useTranslate } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { getRecordPath } from '../config/listPaths.ts';
import { resources } from '../config/registry.ts';
import { mayDo, type ViewProps } from '../config/resource.ts';
import { dataProvider } from '../dataProvider/index.ts';
import { useIntl, useResourceName } from '../parts/intl.ts';
import { useFormatMoment } from '../parts/useFormatMoment.ts';
import { currentRole } from '../session/session.ts';
import { Pagination } from '../views/list/Pagination.tsx';
import { EmptyList, ListError, ListSkeleton } from '../views/shared/ListPlaceholders.tsx';
import { notifySuccess } from '../views/shared/notifySuccess.ts';
import { useFailure, useShowError } from '../views/shared/useFailure.ts';
import type { Notification } from '../wire/calls/notificationCalls.ts';
import { ALL_NOTIFICATIONS, NOTIFICATIONS_KEY } from './notifications/Bell.tsx';
import { formatAge } from './notifications/formatAge.ts';

const NO_NOTIFICATIONS: Notification[] = [];

/** The user's notifications, newest first. New ones stand out and are marked as read (spec 2). */
export default function Notifications({ resource }: ViewProps) {
  const t = useTranslate();
  const { many } = useResourceName(resource);
  const title = useRef<HTMLHeadingElement>(null);
  const { data, error, isPending, refetch, dataUpdatedAt } = useNotifications();
  const isNew = useMarkRead(data ?? NO_NOTIFICATIONS);
  // The button disappears with the last notification, so the title takes the focus.
  const deleteAll = useDeleteAll(() => title.current?.focus());
  const list = useList({ data, isPending, perPage: resource.list.perPage });
  return (
    <ListContextProvider value={list}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', maxWidth: 960 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, minHeight: 40 }}>
          <Typography variant="h1" ref={title} tabIndex={-1} sx={{ outline: 'none' }}>
            {many}
          </Typography>
          {Boolean(data?.length) && (
            <Button
              variant="outlined"
              color="error"
              startIcon={<DeleteSweep />}
              disabled={deleteAll.isPending}
              onClick={() => deleteAll.mutate()}
            >
              {t(deleteAll.isPending ? 'delete.running' : 'resources.notifications.deleteAll')}
            </Button>
          )}
        </Box>
        <Card>
          {error && !data ? (
            <ListError message={error.message} onRetry={refetch} />
          ) : data?.length === 0 ? (
            <EmptyList />
          ) : !list.data ? (
            <ListSkeleton layout="table" rows={6} />
          ) : (
            <Box component="ul" aria-label={many} sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {list.data.map((one) => (
                <NotificationLine key={one.id} notification={one} isNew={isNew(one)} now={dataUpdatedAt} />
              ))}
            </Box>
          )}
        </Card>
        {data && data.length > list.perPage && <Pagination />}
      </Box>
    </ListContextProvider>
  );
}

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

function NotificationLine({
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

/** Fetches the user's notifications, shared with the bell. Shows a failure as a toast (spec 8). */
function useNotifications() {
  const query = useGetList<Notification>('notifications', ALL_NOTIFICATIONS);
  useShowError(query.error);
  return query;
}

/** Marks unread notifications as read, once each. Returns a test for those that this screen found unread (spec 2). */
function useMarkRead(notifications: readonly Notification[]): (one: Notification) => boolean {
  const fail = useFailure();
  const queryClient = useQueryClient();
  const [marked] = useState(() => new Set<string>());
  useEffect(() => {
    const ids = notifications.flatMap(({ id, isRead }) => (isRead || !id || marked.has(id) ? [] : id));
    if (ids.length === 0) return;
    for (const id of ids) marked.add(id);
    const change = { id: '', data: { ids }, previousData: { id: '' }, meta: { action: 'markRead' } };
    dataProvider
      .update('notifications', change)
      .then(() => queryClient.invalidateQueries({ queryKey: NOTIFICATIONS_KEY }), fail);
  }, [notifications, marked, queryClient, fail]);
  return ({ id, isRead }) => !isRead || marked.has(id);
}

/** Deletes all notifications and updates the list and the bell. */
function useDeleteAll(onDone: () => void) {
  const t = useTranslate();
  const fail = useFailure();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => dataProvider.deleteAll('notifications'),
    onSuccess: () => {
      notifySuccess(t('toasts.notificationsDeleted'));
      queryClient.setQueriesData({ queryKey: [...NOTIFICATIONS_KEY, 'getList'] }, (cached: object | undefined) =>
        cached ? { ...cached, data: [], total: 0 } : cached,
      );
      queryClient.invalidateQueries({ queryKey: NOTIFICATIONS_KEY });
      onDone();
    },
    onError: fail,
  });
}
