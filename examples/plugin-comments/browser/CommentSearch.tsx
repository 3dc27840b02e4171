import { Box, Button, Link, TextField } from '@mui/material';
import { ContentDialog, getRecordPath, QueryContent, useIntl, useView } from 'portal-frame/browser';
import { getRecordTitle } from 'portal-frame/browser/plugins';
import { useTranslate } from 'ra-core';
import { useDeferredValue, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { CommentHead, CommentText } from './CommentItem.tsx';
import { type FoundComment, useFoundComments } from './useComments.ts';

/** Finds comments by their words, with links to their records. */
export default function CommentSearch({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  const [text, setText] = useState('');
  const searched = useDeferredValue(text.trim());
  const query = useFoundComments(searched);
  return (
    <ContentDialog
      title={t('comments.search')}
      onClose={onClose}
      actions={
        <Button variant="outlined" onClick={onClose}>
          {t('comments.close')}
        </Button>
      }
    >
      <TextField
        autoFocus
        type="search"
        label={t('comments.searchHint')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        sx={{ mt: 1 }}
      />
      {searched !== '' && (
        <QueryContent query={query}>
          {(found) =>
            found.length === 0 ? (
              <p role="status" className="quiet">
                {t('comments.notFound')}
              </p>
            ) : (
              <ol className="plain-list" aria-label={t('comments.found')}>
                {found.map((one) => (
                  <Found key={one.comment.id} found={one} onOpen={onClose} />
                ))}
              </ol>
            )
          }
        </QueryContent>
      )}
    </ContentDialog>
  );
}

/** A comment that was found, below a link to its record. */
function Found({ found: { record, comment }, onOpen }: { found: FoundComment; onOpen: () => void }) {
  const { resource, role } = useView();
  const intl = useIntl();
  const path = resource.roles[role]?.list ?? '';
  return (
    <Box component="li" sx={{ py: 1.5, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Link
        component={RouterLink}
        sx={{ fontWeight: 600 }}
        to={getRecordPath(path, record.id, 'show')}
        onClick={onOpen}
      >
        {getRecordTitle(resource, record, intl)}
      </Link>
      <CommentHead comment={comment} />
      <CommentText comment={comment} />
    </Box>
  );
}
