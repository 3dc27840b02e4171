import { Button } from '@mui/material';
import type { ActionProps } from 'portal-frame';
import { useFailure, useRunAction } from 'portal-frame/browser';
import { downloadDocument } from 'portal-frame/plugins/documents/components';
import { useTranslate } from 'ra-core';
import { useState } from 'react';

/** Downloads the PDF of an invoice and marks it as posted. */
export default function PostInvoice({ record }: ActionProps) {
  const t = useTranslate();
  const fail = useFailure();
  const { run, pending } = useRunAction();
  const [isLoading, setLoading] = useState(false);
  const post = async () => {
    setLoading(true);
    try {
      await downloadDocument('invoice', String(record.id), 'pdf', `invoice-${record.number}.pdf`);
      await run('post', record, {});
    } catch (cause) {
      fail(cause);
    } finally {
      setLoading(false);
    }
  };
  return (
    <Button variant="outlined" disabled={pending || isLoading} onClick={post}>
      {t('money.post')}
    </Button>
  );
}
