import Download from '@mui/icons-material/FileDownloadOutlined';
import Preview from '@mui/icons-material/VisibilityOutlined';
import { Box, Button, CircularProgress } from '@mui/material';
import { download, useFailure } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { lazy, Suspense, useState } from 'react';

const DocumentPreview = lazy(() => import('./DocumentPreview.tsx'));

/**
 * Downloads a document of a record (`defineDocument` on the server). Throws a RequestError.
 * @example await downloadDocument('certificate', record.id, 'pdf', 'certificate.pdf');
 */
export const downloadDocument = (document: string, id: string, format: 'pdf' | 'csv', file: string): Promise<void> =>
  download(`/documents/${document}/${encodeURIComponent(id)}/${format}`, {}, file, 'documents.failed');

export interface DocumentButtonsProps {
  /** Name of the document. */
  document: string;
  id: string;
  /** Also offers its last table as CSV. */
  csv?: boolean;
}

/** Buttons that show a document of a record and download it. */
export function DocumentButtons({ document, id, csv = false }: DocumentButtonsProps) {
  const t = useTranslate();
  const fail = useFailure();
  const [isOpen, setOpen] = useState(false);
  const [loading, setLoading] = useState<string>();
  const save = async (format: 'pdf' | 'csv') => {
    setLoading(format);
    await downloadDocument(document, id, format, `${document}-${id}.${format}`).catch(fail);
    setLoading(undefined);
  };
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
      <Button variant="outlined" startIcon={<Preview />} onClick={() => setOpen(true)}>
        {t('documents.preview')}
      </Button>
      {(csv ? (['pdf', 'csv'] as const) : (['pdf'] as const)).map((format) => (
        <Button
          key={format}
          variant="outlined"
          startIcon={loading === format ? <CircularProgress size={16} color="inherit" /> : <Download />}
          disabled={loading !== undefined}
          onClick={() => save(format)}
        >
          {t(`documents.${format}`)}
        </Button>
      ))}
      {isOpen && (
        <Suspense fallback={null}>
          <DocumentPreview document={document} id={id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Box>
  );
}
