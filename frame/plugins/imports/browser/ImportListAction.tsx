import Upload from '@mui/icons-material/UploadFileOutlined';
import { IconButton } from '@mui/material';
import { lazyComponent } from 'portal-frame/browser';
import { LateTooltip } from 'portal-frame/browser/list';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { useLocation } from 'react-router';

const ImportDialog = lazyComponent(async () => (await import('./loadImportDialog.ts')).loadDialog());

/** Button of a list's toolbar that opens the import. */
export default function ImportListAction() {
  const t = useTranslate();
  const { state } = useLocation();
  // A link to the list may ask for the import: `state={{ import: true }}`.
  const [open, setOpen] = useState(state?.import === true);
  return (
    <>
      <LateTooltip title={t('imports.open')}>
        <IconButton aria-label={t('imports.open')} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Upload />
        </IconButton>
      </LateTooltip>
      {open && <ImportDialog onClose={() => setOpen(false)} />}
    </>
  );
}
