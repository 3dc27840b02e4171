import { Box, Button, Typography } from '@mui/material';
import { PersonPhoto, useFormatMoment } from 'portal-frame/browser';
import { askToConfirm, useRoleName } from 'portal-frame/browser/plugins';
import { useTranslate } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import type { WireComment } from '../commentConfig.ts';
import { CommentForm } from './CommentForm.tsx';
import type { useChanges } from './useComments.ts';

interface CommentItemProps {
  comment: WireComment;
  recordId: string;
  changes: ReturnType<typeof useChanges>;
}

/** Splits a text at its mentions. Every second part is one. */
function splitAtMentions(text: string, names: readonly string[]): string[] {
  const escaped = names.filter(Boolean).map((name) => `@${name}`.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
  const longestFirst = escaped.toSorted((a, b) => b.length - a.length);
  return escaped.length > 0 ? text.split(new RegExp(`(${longestFirst.join('|')})`)) : [text];
}

/** The words of a comment, with its mentions in bold. */
export function CommentText({ comment: { text, mentions } }: Pick<CommentItemProps, 'comment'>) {
  const parts = splitAtMentions(
    text,
    mentions.map(({ name }) => name),
  );
  return (
    <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {parts.map((part, at) =>
        at % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key.
          <Box key={at} component="strong" sx={{ color: 'primary.main', fontWeight: 600 }}>
            {part}
          </Box>
        ) : (
          part
        ),
      )}
    </Box>
  );
}

/** Who wrote a comment, and when. */
export function CommentHead({ comment: { by, at, editedAt } }: Pick<CommentItemProps, 'comment'>) {
  const t = useTranslate();
  const formatMoment = useFormatMoment();
  const roleName = useRoleName();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1 }}>
      <strong>{by.name || t('comments.somebody')}</strong>
      <Typography className="quiet" variant="caption">
        {[by.role && roleName(by.role as never), formatMoment(at), editedAt && t('comments.edited')]
          .filter(Boolean)
          .join(' · ')}
      </Typography>
    </Box>
  );
}

/** A comment, with buttons for its author. */
export function CommentItem({ comment, recordId, changes }: CommentItemProps) {
  const t = useTranslate();
  const formatMoment = useFormatMoment();
  const editButton = useRef<HTMLButtonElement>(null);
  const [editing, setEditing] = useState(false);
  const [edited, setEdited] = useState(false);
  const close = () => {
    setEditing(false);
    setEdited(true);
  };
  useEffect(() => {
    if (edited && !editing) editButton.current?.focus();
  }, [edited, editing]);
  const describe = (what: string) => t('comments.of', { what, at: formatMoment(comment.at) });
  const remove = async () => {
    if (await askToConfirm(t('comments.deleteQuestion'), { confirm: 'comments.delete' })) await changes.remove(comment);
  };
  return (
    <Box component="li" sx={{ display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 1.5, py: 1 }}>
      <PersonPhoto name={comment.by.name} size={32} />
      <Box sx={{ display: 'grid', rowGap: 0.25, justifyItems: 'start' }}>
        <CommentHead comment={comment} />
        {editing ? (
          <CommentForm
            recordId={recordId}
            submit={t('comments.save')}
            pending={changes.pending}
            initial={comment}
            onSubmit={async (draft) => {
              const done = await changes.save(comment, draft);
              if (done) close();
              return done;
            }}
            onCancel={close}
          />
        ) : (
          <CommentText comment={comment} />
        )}
        {comment.own && !editing && (
          <Box sx={{ display: 'flex', ml: -1, '& .MuiButton-root': { minWidth: 0, px: 1, color: 'text.secondary' } }}>
            <Button
              ref={editButton}
              size="small"
              aria-label={describe(t('comments.edit'))}
              onClick={() => setEditing(true)}
            >
              {t('comments.edit')}
            </Button>
            <Button
              size="small"
              aria-label={describe(t('comments.delete'))}
              disabled={changes.pending}
              onClick={() => void remove()}
            >
              {t('comments.delete')}
            </Button>
          </Box>
        )}
      </Box>
    </Box>
  );
}
