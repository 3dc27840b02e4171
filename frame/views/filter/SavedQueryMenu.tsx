import Bookmark from '@mui/icons-material/BookmarkBorder';
import { IconButton } from '@mui/material';
import { useListContext, useTranslate } from 'ra-core';
import { useState } from 'react';
import { lazyComponent } from '../../parts/lazyComponent.tsx';
import { LateTooltip } from '../shared/ListPlaceholders.tsx';
import { areQueriesShared, useListQueries } from './useListQueries.ts';

const SavedQueries = lazyComponent(() => import('./SavedQueries.tsx'));

/** A menu of the person's saved queries (react-admin) and those shared with them. It loads once it is opened. */
export function SavedQueryMenu() {
  const t = useTranslate();
  const { filterValues } = useListContext();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState(false);
  const { queries, current, currentShared } = useListQueries(open);
  if (queries.length === 0 && Object.keys(filterValues).length === 0 && !areQueriesShared()) return null;
  return (
    <>
      <LateTooltip title={t('ra.saved_queries.label')}>
        <IconButton
          aria-label={t('ra.saved_queries.label')}
          aria-haspopup="menu"
          color={current || currentShared ? 'primary' : 'default'}
          onClick={({ currentTarget }) => {
            setAnchor(currentTarget);
            setOpen(true);
          }}
        >
          <Bookmark />
        </IconButton>
      </LateTooltip>
      {anchor && <SavedQueries anchor={anchor} open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
