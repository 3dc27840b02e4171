import Upload from '@mui/icons-material/UploadFileOutlined';
import { IconButton } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { lazyComponent } from '../../parts/lazyComponent.tsx';
import { LateTooltip } from '../shared/ListPlaceholders.tsx';

const ImportDialog = lazyComponent(() => import('./ImportDialog.tsx'));

export function ImportButton() {
  const t = useTranslate();
  const [open, setOpen] = useState(false);
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
