import { Divider, ListSubheader, Menu, MenuItem } from '@mui/material';
import { lazyComponent, useView } from 'portal-frame/browser';
import { getPageRoles } from 'portal-frame/roles';
import { useListContext, useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';
import type { QueryValue } from '../sharedQueryCalls.ts';
import type { ListQuery } from './useCurrentQuery.ts';
import { areQueriesShared, useListQueries } from './useListQueries.ts';
import { useShareQuery } from './useShareQuery.ts';

const SavedQueryDialogs = lazyComponent(() => import('./SavedQueryDialogs.tsx'));
const ShareQueryDialog = lazyComponent(() => import('./ShareQueryDialog.tsx'));

interface SavedQueriesProps {
  anchor: HTMLElement;
  open: boolean;
  onClose: () => void;
  /** Says whether the list shows a shared query. */
  onShared: (isShared: boolean) => void;
}

export default function SavedQueries({ anchor, open, onClose, onShared }: SavedQueriesProps) {
  const t = useTranslate();
  const { role } = useView();
  const { setFilters, setSort } = useListContext();
  const { queries, current, shared, currentShared } = useListQueries(open);
  useEffect(() => onShared(currentShared !== undefined), [currentShared, onShared]);
  const [dialog, setDialog] = useState<'add' | 'remove' | 'share' | null>(null);
  const closeDialog = () => setDialog(null);
  const apply = ({ value }: ListQuery) => {
    onClose();
    setFilters(value.filter ?? {}, undefined, false);
    if (value.sort) setSort(value.sort);
  };
  const given = shared.filter(({ roles }) => roles.includes(role));
  const { filter = {}, sort } = current?.value ?? {};
  return (
    <>
      <Menu anchorEl={anchor} open={open} onClose={onClose}>
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
        {useQueryActions(setDialog, onClose).map(([text, onClick]) => (
          <MenuItem key={text} disabled={!onClick} onClick={onClick}>
            {text}
          </MenuItem>
        ))}
      </Menu>
      {(dialog === 'add' || dialog === 'remove') && <SavedQueryDialogs which={dialog} onClose={closeDialog} />}
      {dialog === 'share' && current && (
        <ShareQueryDialog
          name={current.label}
          value={{ filter, ...(sort && { sort }) } as QueryValue}
          onClose={closeDialog}
        />
      )}
    </>
  );
}

/** Returns the texts and actions of the items that save, remove or share the list's query. */
function useQueryActions(onDialog: (which: 'add' | 'remove' | 'share') => void, onClose: () => void) {
  const t = useTranslate();
  const { role } = useView();
  const { filterValues } = useListContext();
  const { current, currentShared } = useListQueries(true);
  const { end } = useShareQuery(onClose);
  const open = (which: 'add' | 'remove' | 'share') => () => {
    onClose();
    onDialog(which);
  };
  const actions: [text: string, onClick: (() => void) | undefined][] = [];
  const isFiltered = Object.keys(filterValues).length > 0;
  if (current) actions.push([t('ra.saved_queries.remove_label_with_name', { name: current.label }), open('remove')]);
  else actions.push([t('ra.saved_queries.new_label'), isFiltered ? open('add') : undefined]);
  if (!getPageRoles().isManager(role) || !areQueriesShared()) return actions;
  if (currentShared) actions.push([t('sharedQueries.end', { name: currentShared.name }), () => end(currentShared.id)]);
  else if (current) actions.push([t('sharedQueries.share', { name: current.label }), open('share')]);
  return actions;
}
