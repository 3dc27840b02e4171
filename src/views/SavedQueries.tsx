import Bookmark from '@mui/icons-material/BookmarkBorder';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { extractValidSavedQueries, type SavedQuery, useListContext, useSavedQueries, useTranslate } from 'ra-core';
import { useState } from 'react';
import { AddSavedQueryDialog, RemoveSavedQueryDialog } from 'react-admin';

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The filters and orders a person keeps under a name: react-admin's saved queries, as a menu. */
export function SavedQueries() {
  const t = useTranslate();
  const { resource, filterValues, sort, setFilters, setSort } = useListContext();
  const [saved] = useSavedQueries(resource);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [dialog, setDialog] = useState<'add' | 'remove' | null>(null);
  const queries = extractValidSavedQueries(saved);
  const isCurrent = ({ value }: SavedQuery) => isEqual(value.filter, filterValues) && isEqual(value.sort, sort);
  const current = queries.find(isCurrent);
  const close = () => setAnchor(null);
  const ask = (which: 'add' | 'remove') => {
    close();
    setDialog(which);
  };
  const apply = ({ value }: SavedQuery) => {
    close();
    setFilters(value.filter ?? {}, undefined, false);
    if (value.sort) setSort(value.sort);
  };
  const filtered = Object.keys(filterValues).length > 0;
  if (queries.length === 0 && !filtered && !dialog) return null;
  return (
    <>
      <Tooltip title={t('ra.saved_queries.label')}>
        <IconButton
          aria-label={t('ra.saved_queries.label')}
          aria-haspopup="menu"
          color={current ? 'primary' : 'default'}
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
        {queries.length > 0 && <Divider />}
        {current ? (
          <MenuItem onClick={() => ask('remove')}>
            {t('ra.saved_queries.remove_label_with_name', { name: current.label })}
          </MenuItem>
        ) : (
          <MenuItem disabled={!filtered} onClick={() => ask('add')}>
            {t('ra.saved_queries.new_label')}
          </MenuItem>
        )}
      </Menu>
      <AddSavedQueryDialog open={dialog === 'add'} onClose={() => setDialog(null)} />
      <RemoveSavedQueryDialog open={dialog === 'remove'} onClose={() => setDialog(null)} />
    </>
  );
}
