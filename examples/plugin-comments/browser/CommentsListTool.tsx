import ForumOutlined from '@mui/icons-material/ForumOutlined';
import { IconButton, Tooltip } from '@mui/material';
import { hasFeature, lazyComponent, useView } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { useState } from 'react';

const CommentSearch = lazyComponent(() => import('./CommentSearch.tsx'));

/** A tool of lists that opens the search in the comments on their records. */
export default function CommentsListTool() {
  const t = useTranslate();
  const { resource } = useView();
  const [open, setOpen] = useState(false);
  if (!resource.comments || !hasFeature('comments')) return null;
  return (
    <>
      <Tooltip title={t('comments.search')}>
        <IconButton aria-label={t('comments.search')} onClick={() => setOpen(true)}>
          <ForumOutlined />
        </IconButton>
      </Tooltip>
      {open && <CommentSearch onClose={() => setOpen(false)} />}
    </>
  );
}
