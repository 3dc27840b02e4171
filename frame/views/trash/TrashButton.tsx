import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { lazy, Suspense, useCallback, useState } from 'react';

const TrashView = lazy(() => import('./TrashView.tsx'));

/** Opens a collection's bin over its list. */
export function TrashButton() {
  const t = useTranslate();
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <Button variant="outlined" startIcon={<DeleteOutlined />} onClick={() => setOpen(true)} aria-haspopup="dialog">
        {t('bin.title')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <TrashView onClose={close} />
        </Suspense>
      )}
    </>
  );
}
