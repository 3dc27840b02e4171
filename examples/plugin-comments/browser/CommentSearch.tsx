import ForumOutlined from '@mui/icons-material/ForumOutlined';
import { Box, Button, IconButton, TextField, Tooltip } from '@mui/material';
import { ContentDialog, getRecordPath, hasFeature, QueryContent, useIntl, useView } from 'portal-frame/browser';
import { getRecordTitle } from 'portal-frame/browser/plugins';
import { useTranslate } from 'ra-core';
import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import { CommentHead, CommentText } from './CommentItem.tsx';
import { type FoundComment, useFoundComments } from './useComments.ts';

/** A tool of lists that finds comments on their records. */
export default function CommentSearch() {
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
      {open && <SearchDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function SearchDialog({ onClose }: { onClose: () => void }) {
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
    <Box component="li" sx={{ py: 1, borderBottom: 1, borderColor: 'divider' }}>
      <Link to={getRecordPath(path, record.id, 'show')} onClick={onOpen}>
        {getRecordTitle(resource, record, intl)}
      </Link>
      <CommentHead comment={comment} />
      <CommentText comment={comment} />
    </Box>
  );
}
