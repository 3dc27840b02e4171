import { Box, Button } from '@mui/material';
import type { CellProps } from 'portal-frame';
import { download } from 'portal-frame/browser';
import { useNotify, useTranslate } from 'ra-core';
import { MONEY_DOCUMENT_PATH } from '../../wire/money/moneyDocument.ts';

/** Buttons that download an invoice or a statement of pay. */
export default function Statement({ record }: CellProps) {
  const t = useTranslate();
  const notify = useNotify();
  const [resource, name] =
    'employee' in record
      ? ['payouts', `statement-${String(record.month).slice(0, 7)}`]
      : ['invoices', `invoice-${record.number}`];
  const save = (format: 'pdf' | 'csv') =>
    download(`${MONEY_DOCUMENT_PATH}/${record.id}/${format}`, { resource }, `${name}.${format}`, 'money.noFile').catch(
      (cause: Error) => notify(cause.message, { type: 'error' }),
    );
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
      {(['pdf', 'csv'] as const).map((format) => (
        <Button key={format} type="button" variant="outlined" onClick={() => save(format)}>
          {t(`money.${format}`)}
        </Button>
      ))}
    </Box>
  );
}
