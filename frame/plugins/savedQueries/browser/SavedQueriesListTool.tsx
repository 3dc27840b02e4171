import Bookmark from '@mui/icons-material/BookmarkBorder';
import { IconButton } from '@mui/material';
import { hasFeature, lazyComponent } from 'portal-frame/browser';
import { LateTooltip } from 'portal-frame/browser/list';
import { useListContext, useTranslate } from 'ra-core';
import { useState } from 'react';
import { useCurrentQuery } from './useCurrentQuery.ts';

const SavedQueries = lazyComponent(() => import('./SavedQueries.tsx'));

/** A menu of the person's saved queries (react-admin) and those shared with them. It loads once it is opened. */
export default function SavedQueriesListTool() {
  const t = useTranslate();
  const { filterValues } = useListContext();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState(false);
  const [showsShared, setShowsShared] = useState(false);
  const { queries, current } = useCurrentQuery();
  if (queries.length === 0 && Object.keys(filterValues).length === 0 && !hasFeature('sharedQueries')) return null;
  return (
    <>
      <LateTooltip title={t('ra.saved_queries.label')}>
        <IconButton
          aria-label={t('ra.saved_queries.label')}
          aria-haspopup="menu"
          color={current || showsShared ? 'primary' : 'default'}
          onClick={({ currentTarget }) => {
            setAnchor(currentTarget);
            setOpen(true);
          }}
        >
          <Bookmark />
        </IconButton>
      </LateTooltip>
      {anchor && <SavedQueries anchor={anchor} open={open} onClose={() => setOpen(false)} onShared={setShowsShared} />}
    </>
  );
}
