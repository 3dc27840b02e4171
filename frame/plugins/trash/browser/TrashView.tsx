import { Box, Button, TextField, Typography } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AnyRecord } from 'portal-frame';
import {
  ListError,
  notifySuccess,
  useFormatMoment,
  usePending,
  useResourceName,
  useView,
  Value,
} from 'portal-frame/browser';
import { askToConfirm, Drawer, toEntry } from 'portal-frame/browser/plugins';
import { useDataProvider, useRefresh, useTranslate } from 'ra-core';
import { useState } from 'react';
import { getTrashDays, mayUseTrash } from '../trashConfig.ts';

const PAGE_SIZE = 20;

/** Lists deleted records, newest first, to restore them or delete them permanently. */
export default function TrashView({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  const { resource } = useView();
  const { many } = useResourceName(resource);
  const provider = useDataProvider();
  const [query, setQuery] = useState({ page: 1, q: '' });
  const { data, error, refetch } = useQuery({
    queryKey: [resource.name, 'trash', query],
    queryFn: () =>
      provider.getList<AnyRecord>(resource.name, {
        pagination: { page: query.page, perPage: PAGE_SIZE },
        sort: { field: 'changedAt', order: 'DESC' },
        filter: query.q.trim() ? { q: query.q.trim() } : {},
        meta: { route: 'bin' },
      }),
    placeholderData: keepPreviousData,
  });
  const days = getTrashDays(resource);
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / PAGE_SIZE));
  const name = t('trash.of', { name: many });
  return (
    <Drawer name={name} onClose={onClose}>
      <Box sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2 }}>
        <Box sx={{ pr: 5 }}>
          <Typography variant="h2">{name}</Typography>
          <Typography variant="body2" color="textSecondary">
            {days ? t('trash.days', { smart_count: days }) : t('trash.kept')}
          </Typography>
        </Box>
        {resource.list.search && (
          <TextField
            type="search"
            label={t('trash.search')}
            value={query.q}
            onChange={({ target }) => setQuery({ page: 1, q: target.value })}
          />
        )}
        {error && <ListError message={error.message} onRetry={refetch} />}
        {!data && !error && <p role="status">{t('dashboard.loading')}</p>}
        {data?.data.length === 0 && <Typography color="textSecondary">{t('trash.empty')}</Typography>}
        {data && data.data.length > 0 && (
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {data.data.map((record) => (
              <TrashedRecord key={record.id} record={record} onDone={() => void refetch()} />
            ))}
          </Box>
        )}
        {pages > 1 && (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <Button disabled={query.page === 1} onClick={() => setQuery({ ...query, page: query.page - 1 })}>
              {t('trash.newer')}
            </Button>
            <Button disabled={query.page >= pages} onClick={() => setQuery({ ...query, page: query.page + 1 })}>
              {t('trash.older')}
            </Button>
          </Box>
        )}
      </Box>
    </Drawer>
  );
}

/** Returns functions that restore a deleted record, or delete it permanently after a question. */
function useTrashActions(record: AnyRecord, name: string, onDone: () => void) {
  const t = useTranslate();
  const refresh = useRefresh();
  const { resource } = useView();
  const provider = useDataProvider();
  const [pending, runPending] = usePending();
  const run = (work: () => Promise<unknown>, success: string) =>
    runPending(async () => {
      await work();
      if (notifySuccess(t(success))) refresh();
      onDone();
    });
  const call = (options: { path: string[]; method?: string; body?: object }) =>
    provider.callRoute(resource.name, options);
  const { id, version } = record;
  const restore = () => run(() => call({ path: ['bin', id, 'restore'], body: { version } }), 'trash.restored');
  const remove = async () => {
    if (await askToConfirm(t('trash.question', { name }), { title: 'trash.forGood', confirm: 'delete.confirm' }))
      await run(() => call({ path: ['bin', id], method: 'DELETE' }), 'toasts.deleted');
  };
  return { pending, restore, remove };
}

function TrashedRecord({ record, onDone }: { record: AnyRecord; onDone: () => void }) {
  const t = useTranslate();
  const { resource, role } = useView();
  const title = toEntry<{ field: string }>(resource.list.columns[0] ?? '').field;
  const field = resource.fields[title];
  const name = String(record[title] ?? record.id);
  const moment = useFormatMoment()(String(record.changedAt));
  const { pending, restore, remove } = useTrashActions(record, name, onDone);
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        alignItems: 'center',
        py: 1.5,
        borderBottom: '1px solid',
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: '1 1 15rem', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography component="div">
          {field ? <Value field={field} source={title} record={record} inline /> : name}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {t('trash.deleted', { name: String(record.changedBy ?? t('trash.somebody')), moment })}
        </Typography>
      </Box>
      {mayUseTrash(resource, role, 'restore') && (
        <Button
          variant="outlined"
          size="small"
          disabled={pending}
          onClick={restore}
          aria-label={t('trash.restoreOne', { name })}
        >
          {t('trash.restore')}
        </Button>
      )}
      {mayUseTrash(resource, role, 'forGood') && (
        <Button
          size="small"
          color="error"
          disabled={pending}
          onClick={remove}
          aria-label={t('trash.forGoodOne', { name })}
        >
          {t('trash.forGood')}
        </Button>
      )}
    </Box>
  );
}
