import { Alert, Box, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { ContentDialog, Loading, QueryContent } from 'portal-frame/browser';
import { postToHost } from 'portal-frame/browser/plugins';
import { useTranslate } from 'ra-core';
import type { RenderedDocument } from '../renderedDocument.ts';
import { DocumentPaper } from './DocumentPaper.tsx';

interface DocumentPreviewProps {
  document: string;
  id: string;
  onClose: () => void;
}

/** Shows a document as its PDF will say it, and names what the sender has not entered. */
export default function DocumentPreview({ document, id, onClose }: DocumentPreviewProps) {
  const t = useTranslate();
  const query = useQuery({
    queryKey: ['document', document, id],
    queryFn: async (): Promise<RenderedDocument> =>
      (await postToHost(`/documents/${document}/${encodeURIComponent(id)}/preview`, {}, 'documents.failed')).json(),
    gcTime: 0,
  });
  const close = (
    <Button variant="outlined" onClick={onClose}>
      {t('form.close')}
    </Button>
  );
  return (
    <ContentDialog title={t('documents.preview')} onClose={onClose} maxWidth="md" actions={close}>
      <QueryContent query={query} loading={<Loading />}>
        {(found) => (
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
            {found.missing.length > 0 && (
              <Alert severity="warning">{t('documents.missing', { fields: found.missing.join(', ') })}</Alert>
            )}
            <DocumentPaper document={found} />
            {found.footer && (
              <Typography variant="body2" color="textSecondary">
                {found.footer}
              </Typography>
            )}
          </Box>
        )}
      </QueryContent>
    </ContentDialog>
  );
}
