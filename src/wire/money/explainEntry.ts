import { type CollectionRecord, formatDollars } from 'portal-frame';

type Entry = Pick<CollectionRecord<'ledgerEntries'>, 'kind' | 'side' | 'quantity' | 'rate' | 'since'> &
  Partial<Pick<CollectionRecord<'ledgerEntries'>, 'charge' | 'earning' | 'limit' | 'own'>>;
type Translate = (key: string, options?: Record<string, unknown>) => string;

/**
 * Explains the amount of a ledger entry in words: "Tube: 3 × $2.50 = $7.50 (own price since 2026-01-01)".
 * `formatDay` writes the day for the reader; files keep the ISO date.
 */
export function explainEntry(entry: Entry, translate: Translate, formatDay = (day: string) => day): string {
  const { kind, side, quantity, rate, since, limit, own } = entry;
  const amount = Math.abs((side === 'charge' ? entry.charge : entry.earning) ?? 0);
  const sum = translate('money.explain.sum', {
    kind: translate(`money.kinds.${kind}`),
    quantity: Math.abs(quantity),
    rate: formatDollars(rate),
    amount: formatDollars(amount),
    rule: translate(`money.explain.${side}.${own ? 'own' : 'general'}`, { since: formatDay(since) }),
  });
  const hasLimit = limit !== null && limit !== undefined && (kind === 'waiting' || kind === 'cancelledLate');
  const limited = hasLimit ? translate(`money.explain.${kind}`, { sum, limit }) : sum;
  return quantity < 0 ? translate('money.explain.reversal', { sum: limited }) : limited;
}
