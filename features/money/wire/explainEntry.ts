import { type CollectionRecord, formatDollars } from 'portal-frame';

type Entry = Pick<CollectionRecord<'ledgerEntries'>, 'kind' | 'side' | 'quantity' | 'rate' | 'since'> &
  Partial<Pick<CollectionRecord<'ledgerEntries'>, 'charge' | 'earning' | 'limit' | 'own' | 'reason'>>;
type Translate = (key: string, options?: Record<string, unknown>) => string;

/**
 * Explains the amount of a ledger entry in words: "Tube: 3 × $2.50 = $7.50 (own price since 2026-01-01)".
 * `formatDay` writes the day for the reader; files keep the ISO date.
 */
export function explainEntry(entry: Entry, translate: Translate, formatDay = (day: string) => day): string {
  const { quantity, reason } = entry;
  const words =
    entry.kind === 'adjustment' ? explainAdjustment(entry, translate) : explainRule(entry, translate, formatDay);
  const full = quantity < 0 ? translate('money.explain.reversal', { sum: words }) : words;
  return reason ? translate('money.explain.reason', { sum: full, reason }) : full;
}

const getAmount = ({ side, charge, earning }: Entry) =>
  formatDollars(Math.abs((side === 'charge' ? charge : earning) ?? 0));

const explainAdjustment = (entry: Entry, translate: Translate) =>
  translate(entry.rate < 0 ? 'money.explain.credit' : 'money.explain.added', { amount: getAmount(entry) });

function explainRule(entry: Entry, translate: Translate, formatDay: (day: string) => string): string {
  const { kind, side, quantity, rate, since, limit, own } = entry;
  const sum = translate('money.explain.sum', {
    kind: translate(`money.kinds.${kind}`),
    quantity: Math.abs(quantity),
    rate: formatDollars(rate, 3),
    amount: getAmount(entry),
    rule: translate(`money.explain.${side}.${own ? 'own' : 'general'}`, { since: formatDay(since) }),
  });
  const hasLimit = limit !== null && limit !== undefined && (kind === 'waiting' || kind === 'cancelledLate');
  return hasLimit ? translate(`money.explain.${kind}`, { sum, limit }) : sum;
}
