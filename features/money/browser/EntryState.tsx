import type { CellProps } from 'portal-frame';
import { getResource, Value } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';

/** State of a ledger entry: that of its invoice or payout, or open until its month is closed. */
export default function EntryState({ record }: CellProps) {
  const t = useTranslate();
  const source = record.side === 'charge' ? 'invoiceState' : 'payoutState';
  const field = getResource('ledgerEntries').fields[source];
  if (!record[source] || !field) return <span>{t('money.states.open')}</span>;
  return <Value field={field} source={source} record={record} />;
}
