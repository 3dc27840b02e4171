import DeleteSweep from '@mui/icons-material/DeleteSweepOutlined';
import { Box, Button, Card, Typography } from '@mui/material';
import { ListContextProvider, useList, useTranslate } from 'ra-core';
import { useRef } from 'react';
import type { ViewProps } from '../config/resource.ts';
import { useResourceName } from '../parts/intl.ts';
import { Pagination } from '../views/list/Pagination.tsx';
import { EmptyList, ListError, ListSkeleton } from '../views/shared/ListPlaceholders.tsx';
import type { Notification } from '../wire/calls/notificationCalls.ts';
import { NotificationLine } from './notifications/NotificationLine.tsx';
import { useDeleteAll, useMarkRead, useNotifications } from './notifications/useNotifications.ts';

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
