import { Box } from '@mui/material';
import { asNumber, asObject, type CellProps } from 'portal-frame';
import { formatDollars } from 'portal-frame/browser';
import { useReport } from 'portal-frame/plugins/reports/components';
import { useTranslate } from 'ra-core';

const MEASURES = { invoiced: 'sum_charge', paidOut: 'sum_earning' } as const;

/** Amount of the invoices or payouts of a month; of an open one, what its ledger has so far. */
export default function MonthAmount({ record, source }: CellProps) {
  const t = useTranslate();
  const isOpen = record.state === 'open';
  const { data } = useReport('ledgerEntries', 'totals', { month: record.month }, { enabled: isOpen });
  if (!isOpen) return <span>{formatDollars(asNumber(record[source]) ?? 0)}</span>;
  const sum = asNumber(asObject(asObject(data).total)[MEASURES[source as keyof typeof MEASURES]]);
  return (
    <Box
      component="span"
      title={t('money.soFar')}
      sx={{ display: 'inline-block', minWidth: 80, color: 'text.secondary' }}
    >
      {data ? formatDollars(sum ?? 0) : '…'}
    </Box>
  );
}
