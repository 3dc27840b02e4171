import { Box, Button } from '@mui/material';
import type { AnyRecord } from 'portal-frame';
import { hasFeature, QueryContent, useFormatMoment } from 'portal-frame/browser';
import { askToConfirm } from 'portal-frame/browser/plugins';
import { useTranslate } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import type { WireComment } from '../commentConfig.ts';
import { CommentForm } from './CommentForm.tsx';
import { CommentItem } from './CommentItem.tsx';
import { useChange, useRead } from './useComments.ts';

/** The panel of the show view. Hosts without the plug-in, such as somebody else's API, have no comments. */
export default function CommentPanel({ record }: { record: AnyRecord }) {
  return hasFeature('comments') ? <Comments id={String(record.id)} /> : null;
}

/** The comments on a record, the newest last, and a form for another one. */
function Comments({ id }: { id: string }) {
  const t = useTranslate();
  const query = useRead<WireComment[]>({ path: [id, 'comments'] });
  return (
    <section className="details">
      <h3>{t('comments.title')}</h3>
      <QueryContent query={query} loading={<p role="status">{t('comments.loading')}</p>}>
        {(comments) => (
          <ol className="plain-list" aria-label={t('comments.title')} aria-live="polite">
            {comments.length === 0 && <li className="quiet">{t('comments.none')}</li>}
            {comments.map((comment) =>
              comment.own ? (
                <OwnComment key={comment.id} comment={comment} recordId={id} />
              ) : (
                <CommentItem key={comment.id} comment={comment} />
              ),
            )}
          </ol>
        )}
      </QueryContent>
      <CommentForm recordId={id} />
    </section>
  );
}

/** A comment of the reader, who may change and delete it. */
function OwnComment({ comment, recordId }: { comment: WireComment; recordId: string }) {
  const t = useTranslate();
  const formatMoment = useFormatMoment();
  const { change, pending } = useChange(recordId);
  const editButton = useRef<HTMLButtonElement>(null);
  const [state, setState] = useState<'shown' | 'open' | 'closed'>('shown');
  useEffect(() => {
    if (state === 'closed') editButton.current?.focus();
  }, [state]);
  const remove = async () => {
    if (await askToConfirm(t('comments.deleteQuestion'), { confirm: 'comments.delete' }))
      await change({ method: 'DELETE', query: { comment: comment.id } });
  };
  if (state === 'open') {
    const form = <CommentForm recordId={recordId} initial={comment} onClose={() => setState('closed')} />;
    return <CommentItem comment={comment} form={form} />;
  }
  const describe = (what: string) => t('comments.of', { what, at: formatMoment(comment.at) });
  const [edit, del] = [t('comments.edit'), t('comments.delete')];
  return (
    <CommentItem comment={comment}>
      <Box sx={{ ml: -1, '& .MuiButton-root': { minWidth: 0, px: 1, color: 'text.secondary' } }}>
        <Button ref={editButton} size="small" aria-label={describe(edit)} onClick={() => setState('open')}>
          {edit}
        </Button>
        <Button size="small" aria-label={describe(del)} disabled={pending} onClick={() => void remove()}>
          {del}
        </Button>
      </Box>
    </CommentItem>
  );
}
