import type { CellProps, CollectionRecord } from 'portal-frame';
import { formatDay, useIntl } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { explainEntry } from '../wire/explainEntry.ts';

/** Explains the amount of a ledger entry. */
export default function Explanation({ record }: CellProps) {
  const t = useTranslate();
  const intl = useIntl();
  const entry = record as unknown as CollectionRecord<'ledgerEntries'>;
  return <span>{explainEntry(entry, t, (day) => formatDay(day, intl, 'day'))}</span>;
}
