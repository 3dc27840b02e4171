import type { CellProps, CollectionRecord } from 'portal-frame';
import { useTranslate } from 'ra-core';
import { explainEntry } from '../../wire/money/explainEntry.ts';

/** Explains the amount of a ledger entry. */
export default function Explanation({ record }: CellProps) {
  const t = useTranslate();
  return <span>{explainEntry(record as unknown as CollectionRecord<'ledgerEntries'>, t)}</span>;
}
