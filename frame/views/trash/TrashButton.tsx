import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import { Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useCallback, useState } from 'react';
import { lazyComponent } from '../../parts/lazyComponent.tsx';

const TrashView = lazyComponent(() => import('./TrashView.tsx'));

export function TrashButton() {
  const t = useTranslate();
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <Button variant="outlined" startIcon={<DeleteOutlined />} onClick={() => setOpen(true)} aria-haspopup="dialog">
        {t('trash.title')}
      </Button>
      {open && <TrashView onClose={close} />}
    </>
  );
}
