import { Box, Button, Typography } from '@mui/material';
import type { CellProps, CollectionRecord } from 'portal-frame';
import {
  download,
  formatDayAndTime,
  formatDollars,
  getNumberFormat,
  ListError,
  Loading,
  useIntl,
} from 'portal-frame/browser';
import { useGetList, useNotify, useTranslate } from 'ra-core';
import { explainEntry } from '../../wire/money/explainEntry.ts';
import { MONEY_DOCUMENT_PATH, type MoneyFormat } from '../../wire/money/moneyDocument.ts';

const MAX_LINES = 1000;

interface Entry extends CollectionRecord<'ledgerEntries'> {}

/** Condition on the ledger entries of an invoice or a payout. A laboratory without an account has its name alone. */
const toFilter = ({ month, employee, laboratory, payer }: CellProps['record']) =>
  employee ? { month, employee } : { month, ...(laboratory ? { laboratory } : { payer }) };

/** Lines of an invoice or payout, to print or download. They name patients by code. */
export default function Statement({ record }: CellProps) {
  const t = useTranslate();
  const notify = useNotify();
  const intl = useIntl();
  const isPayout = 'employee' in record;
  const { data, total, error, isPending, refetch } = useGetList<Entry>('ledgerEntries', {
    filter: toFilter(record),
    sort: { field: 'visitAt', order: 'ASC' },
    pagination: { page: 1, perPage: MAX_LINES },
    meta: { all: true },
  });
  if (error) return <ListError message={error.message} onRetry={refetch} />;
  if (isPending) return <Loading />;
  const amountOf = ({ charge, earning }: Entry) => (isPayout ? earning : charge) ?? null;
  const lines = data.filter((entry) => amountOf(entry) !== null);
  const nameOf = (field: string) => t(`resources.ledgerEntries.fields.${field}`);
  const heads = [
    nameOf('visitAt'),
    nameOf('patientCode'),
    t('money.explanation'),
    nameOf(isPayout ? 'earning' : 'charge'),
  ];
  const textsOf = (entry: Entry) => {
    const { day, time } = formatDayAndTime(entry.visitAt, intl);
    return [`${day}, ${time}`, entry.patientCode, explainEntry(entry, t)];
  };
  const save = (format: MoneyFormat) =>
    download(
      `${MONEY_DOCUMENT_PATH}/${record.id}/${format}`,
      { resource: isPayout ? 'payouts' : 'invoices' },
      `${isPayout ? `statement-${String(record.month).slice(0, 7)}` : `invoice-${record.number}`}.${format}`,
      'money.noFile',
    ).catch((cause: Error) => notify(cause.message, { type: 'error' }));
  const cut = (total ?? 0) > MAX_LINES;
  return (
    <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0, overflowX: 'auto' }}>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        <Button type="button" variant="outlined" onClick={() => save('pdf')}>
          {t('money.pdf')}
        </Button>
        <Button type="button" variant="outlined" onClick={() => save('csv')}>
          {t('money.download')}
        </Button>
      </Box>
      {cut && <Typography role="status">{t('money.tooManyLines', { count: MAX_LINES, total })}</Typography>}
      {lines.length === 0 ? (
        <Typography color="textSecondary">{t('money.noLines')}</Typography>
      ) : (
        <Box
          component="table"
          sx={{
            borderCollapse: 'collapse',
            '& td, & th': { p: 0.75, textAlign: 'start', '&:last-child': { textAlign: 'end' } },
          }}
        >
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((entry) => (
              <tr key={entry.id}>
                {textsOf(entry).map((text, at) => (
                  <td key={heads[at]}>{text}</td>
                ))}
                <td>{formatDollars(amountOf(entry) ?? 0)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={3}>
                {t('money.total')} ({getNumberFormat(intl.locale).format(lines.length)})
              </th>
              <th>{formatDollars(Number(record.total))}</th>
            </tr>
          </tfoot>
        </Box>
      )}
    </Box>
  );
}
