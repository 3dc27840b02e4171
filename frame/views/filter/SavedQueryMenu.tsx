import Bookmark from '@mui/icons-material/BookmarkBorder';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { extractValidSavedQueries, type SavedQuery, useListContext, useSavedQueries, useTranslate } from 'ra-core';
import { useState } from 'react';
import { lazyComponent } from '../../parts/lazyComponent.tsx';
import type { QueryValue } from '../../wire/calls/sharedQueryCalls.ts';
import { isManager } from '../../wire/roles.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { areQueriesShared, useSharedQueries, useShareQuery } from './useSharedQueries.ts';

const SavedQueryDialogs = lazyComponent(() => import('./SavedQueryDialogs.tsx'));
const ShareQueryDialog = lazyComponent(() => import('./ShareQueryDialog.tsx'));

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
type SavedQueryValue = Pick<SavedQuery['value'], 'filter' | 'sort'>;

/** A menu of the person's saved queries (react-admin) and those shared with them. */
export function SavedQueryMenu() {
  const t = useTranslate();
  const { role } = useView();
  const { resource, filterValues, sort, setFilters, setSort } = useListContext();
  const [saved] = useSavedQueries(resource);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [dialog, setDialog] = useState<'add' | 'remove' | 'share' | null>(null);
  const close = () => setAnchor(null);
  const shared = useSharedQueries(resource, anchor !== null);
  const { end } = useShareQuery(close);
  const queries = extractValidSavedQueries(saved);
  const isCurrent = ({ value }: { value: SavedQueryValue }) =>
    isEqual(value.filter, filterValues) && isEqual(value.sort, sort);
  const current = queries.find(isCurrent);
  const given = shared.filter(({ roles }) => roles.includes(role));
  const currentShared = shared.find(isCurrent);
  const ask = (which: NonNullable<typeof dialog>) => {
    close();
    setDialog(which);
  };
  const apply = ({ value }: { value: SavedQueryValue }) => {
    close();
    setFilters(value.filter ?? {}, undefined, false);
    if (value.sort) setSort(value.sort);
  };
  const filtered = Object.keys(filterValues).length > 0;
  const shares = isManager(role) && areQueriesShared();
  if (queries.length === 0 && !filtered && !dialog && !areQueriesShared()) return null;
  return (
    <>
      <Tooltip title={t('ra.saved_queries.label')}>
        <IconButton
          aria-label={t('ra.saved_queries.label')}
          aria-haspopup="menu"
          color={current || currentShared ? 'primary' : 'default'}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Bookmark />
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        {queries.map((query) => (
          <MenuItem key={query.label} selected={query === current} onClick={() => apply(query)}>
            {query.label}
          </MenuItem>
        ))}
        {given.length > 0 && <ListSubheader disableSticky>{t('sharedQueries.title')}</ListSubheader>}
        {given.map((query) => (
          <MenuItem
            key={query.id}
            title={t('sharedQueries.by', { name: query.by })}
            selected={query === currentShared}
            onClick={() => apply(query)}
          >
            {query.name}
          </MenuItem>
        ))}
        {(queries.length > 0 || given.length > 0) && <Divider />}
        {current ? (
          <MenuItem onClick={() => ask('remove')}>
            {t('ra.saved_queries.remove_label_with_name', { name: current.label })}
          </MenuItem>
        ) : (
          <MenuItem disabled={!filtered} onClick={() => ask('add')}>
            {t('ra.saved_queries.new_label')}
          </MenuItem>
        )}
        {shares && current && !currentShared && (
          <MenuItem onClick={() => ask('share')}>{t('sharedQueries.share', { name: current.label })}</MenuItem>
        )}
        {shares && currentShared && (
          <MenuItem onClick={() => end(currentShared.id)}>
            {t('sharedQueries.end', { name: currentShared.name })}
          </MenuItem>
        )}
      </Menu>
      {(dialog === 'add' || dialog === 'remove') && (
        <SavedQueryDialogs which={dialog} onClose={() => setDialog(null)} />
      )}
      {dialog === 'share' && current && (
        <ShareQueryDialog
          name={current.label}
          value={
            {
              filter: current.value.filter ?? {},
              ...(current.value.sort && { sort: current.value.sort }),
            } as QueryValue
          }
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}
