import Upload from '@mui/icons-material/UploadFileOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useTranslate } from 'ra-core';
import { lazy, Suspense, useState } from 'react';

const ImportDialog = lazy(() => import('./ImportDialog.tsx'));

/** Opens the import; its dialog is fetched with the first click. */
export function ImportButton() {
  const t = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Tooltip title={t('imports.open')}>
        <IconButton aria-label={t('imports.open')} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Upload />
        </IconButton>
      </Tooltip>
      {open && (
        <Suspense fallback={null}>
          <ImportDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
