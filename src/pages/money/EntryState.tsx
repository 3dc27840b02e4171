import type { CellProps, CollectionRecord } from 'portal-frame';
import { Value } from 'portal-frame/browser';
import { getResource } from 'portal-frame/internal/browser';
import { type RaRecord, useGetList, useTranslate } from 'ra-core';
import type { MoneyDocumentName } from '../../wire/money/moneyDocument.ts';

interface MoneyRecord extends RaRecord<string> {
  state: string;
  laboratory?: string | null;
  payer?: string | null;
  employee?: string | null;
}

/** State of a ledger entry: that of its invoice or payout, or open until its month is closed. */
export default function EntryState({ record }: CellProps) {
  const t = useTranslate();
  const { side, month, laboratory, payer, employee } = record as unknown as CollectionRecord<'ledgerEntries'>;
  const name: MoneyDocumentName = side === 'charge' ? 'invoices' : 'payouts';
  // All cells of a month share this request.
  const { data = [] } = useGetList<MoneyRecord>(name, {
    filter: { month },
    pagination: { page: 1, perPage: 1000 },
    sort: { field: 'month', order: 'ASC' },
    meta: { all: true },
  });
  const found = data.find(
    (one) =>
      one.state !== 'void' &&
      (side === 'earning'
        ? one.employee === employee
        : laboratory
          ? one.laboratory === laboratory
          : one.payer === payer),
  );
  const field = getResource(name).fields.state;
  if (!found || !field) return <span>{t('money.states.open')}</span>;
  return <Value field={field} source="state" record={found} />;
}
