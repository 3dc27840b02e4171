import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import { Button } from '@mui/material';
import { lazyComponent, useView } from 'portal-frame/browser';
import type { ListActionProps } from 'portal-frame/plugin';
import { useTranslate } from 'ra-core';
import { useCallback, useState } from 'react';
import { mayUseTrash } from '../trashConfig.ts';

const TrashView = lazyComponent(() => import('./TrashView.tsx'));

/** Button of a list's toolbar that opens the deleted records. */
export default function TrashListAction({ showsRows }: ListActionProps) {
  const t = useTranslate();
  const { resource, role } = useView();
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  if (!showsRows || !mayUseTrash(resource, role, 'see')) return null;
  return (
    <>
      <Button variant="outlined" startIcon={<DeleteOutlined />} onClick={() => setOpen(true)} aria-haspopup="dialog">
        {t('trash.title')}
      </Button>
      {open && <TrashView onClose={close} />}
    </>
  );
}
