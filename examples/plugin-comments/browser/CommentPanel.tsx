import { Button, Typography } from '@mui/material';
import type { AnyRecord } from 'portal-frame';
import { hasFeature, QueryContent } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { PAGE_SIZE } from '../commentConfig.ts';
import { CommentForm } from './CommentForm.tsx';
import { CommentItem } from './CommentItem.tsx';
import { useChanges, useThread } from './useComments.ts';

/** The panel of the show view. Hosts without the plug-in, such as somebody else's API, have no comments. */
export default function CommentPanel({ record }: { record: AnyRecord }) {
  return hasFeature('comments') ? <Comments record={record} /> : null;
}

/** The comments on a record, the newest last, and a form for another one. */
function Comments({ record }: { record: AnyRecord }) {
  const t = useTranslate();
  const id = String(record.id);
  const [most, setMost] = useState(PAGE_SIZE);
  const query = useThread(id, most);
  const changes = useChanges(id);
  return (
    <section className="details">
      <h3>{t('comments.title')}</h3>
      <QueryContent query={query} loading={<p role="status">{t('comments.loading')}</p>}>
        {({ comments, total }) => (
          <>
            {total > comments.length && (
              <Button size="small" onClick={() => setMost(most + PAGE_SIZE)} sx={{ justifySelf: 'start' }}>
                {t('comments.earlier')}
              </Button>
            )}
            {total === 0 && (
              <Typography className="quiet" variant="body2">
                {t('comments.none')}
              </Typography>
            )}
            <ol className="plain-list" aria-label={t('comments.title')} aria-live="polite">
              {comments.map((comment) => (
                <CommentItem key={comment.id} comment={comment} recordId={id} changes={changes} />
              ))}
            </ol>
          </>
        )}
      </QueryContent>
      <CommentForm recordId={id} submit={t('comments.add')} pending={changes.pending} onSubmit={changes.add} />
    </section>
  );
}
