import { Button, Link, TextField } from '@mui/material';
import type { AnyRecord } from 'portal-frame';
import { ContentDialog, getRecordPath, QueryContent, useIntl, useView } from 'portal-frame/browser';
import { getRecordTitle } from 'portal-frame/browser/plugins';
import { useTranslate } from 'ra-core';
import { useDeferredValue, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import type { WireComment } from '../commentConfig.ts';
import { CommentItem } from './CommentItem.tsx';
import { useRead } from './useComments.ts';

/** Finds comments by their words, with links to their records. */
export default function CommentSearch({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  const intl = useIntl();
  const { resource, role } = useView();
  const [typed, setTyped] = useState('');
  const text = useDeferredValue(typed.trim());
  const route = { path: ['comments', 'find'], body: { text } };
  const query = useRead<{ record: AnyRecord; comment: WireComment }[]>(route, text !== '');
  const path = resource.roles[role]?.list ?? '';
  const close = (
    <Button variant="outlined" onClick={onClose}>
      {t('comments.close')}
    </Button>
  );
  return (
    <ContentDialog title={t('comments.search')} onClose={onClose} actions={close}>
      <TextField
        autoFocus
        type="search"
        label={t('comments.searchHint')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {text !== '' && (
        <QueryContent query={query}>
          {(found) => (
            <ol className="plain-list" aria-label={t('comments.found')}>
              {found.length === 0 && <li className="quiet">{t('comments.notFound')}</li>}
              {found.map(({ record, comment }) => (
                <CommentItem key={comment.id} comment={comment}>
                  <Link component={RouterLink} to={getRecordPath(path, record.id, 'show')} onClick={onClose}>
                    {getRecordTitle(resource, record, intl)}
                  </Link>
                </CommentItem>
              ))}
            </ol>
          )}
        </QueryContent>
      )}
    </ContentDialog>
  );
}
