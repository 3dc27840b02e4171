import type { LedgerKind, Outcome, Side } from '../wire/moneyKinds.ts';

/** A price or a rate of pay. Days are YYYY-MM-DD, both included. */
export interface MoneyRule {
  id: string;
  kind: LedgerKind;
  /** Laboratory or payer of a price, employee of a rate; null for all that have no rule of their own. */
  party: string | null;
  priority: string | null;
  /** Tenths of a cent. */
  mills: number;
  limit: number | null;
  from: string;
  to: string | null;
}

/** Facts of a visit that rules need. */
export interface VisitFacts {
  day: string;
  outcome: Outcome | null;
  laboratory: string | null;
  /** Name of a laboratory without an account. */
  payer: string;
  employee: string | null;
  priority: string;
  tests: number;
  tubes: number;
  /** Minutes at the door. */
  minutes: number;
  /** The visit's share of the trip, in hundredths of a mile. */
  centimiles: number;
  /** Only their cancellation is charged. */
  cancelledByCustomer: boolean;
  /** Hours from the cancellation to the visit. */
  noticeHours: number;
}

/** A line of the ledger. Quantities are hundredths; reversals have negative ones. */
export interface LedgerLine {
  side: Side;
  outcome: Outcome;
  kind: LedgerKind;
  rule: string;
  laboratory: string | null;
  /** Name of the laboratory: the payer, if it has no account. */
  payer: string;
  employee: string | null;
  quantity: number;
  /** Tenths of a cent. */
  rate: number;
  cents: number;
  /** Why: limit and first day of the rule, and whether it is the party's own. */
  limit: number | null;
  since: string;
  own: boolean;
  /** First day of the month in which it is booked; undefined for a new line. */
  month?: string;
  /** Why an admin decided it. */
  reason?: string | null;
}

/** A decision of an admin about a visit: a line that is waived, or an amount in cents, negative for a credit. */
export interface Adjustment {
  id: string;
  change: 'waive' | 'add' | 'credit';
  side: Side;
  kind: LedgerKind | null;
  cents: number;
  reason: string;
}

const DONE = ['visit', 'test', 'tube', 'priority', 'mile', 'waiting', 'hour', 'bonus'] as const;
/** Kinds that each outcome charges and pays. */
const KINDS: Record<Outcome, readonly LedgerKind[]> = {
  completed: DONE,
  couldNotDraw: ['couldNotDraw', 'mile'],
  noShow: ['noShow', 'mile'],
  cancelledLate: ['cancelledLate'],
  adjusted: [],
};

const toHundredths = (value: number) => Math.round(value * 100);

/** Returns how much of a kind the visit had, in hundredths. */
function measureQuantity(kind: LedgerKind, facts: VisitFacts, limit: number): number {
  switch (kind) {
    case 'test':
      return toHundredths(facts.tests);
    case 'tube':
      return toHundredths(facts.tubes);
    case 'mile':
      return facts.centimiles;
    case 'hour':
      return toHundredths(facts.minutes / 60);
    case 'waiting':
      return toHundredths(Math.max(0, facts.minutes - limit));
    case 'cancelledLate':
      return facts.noticeHours < limit ? 100 : 0;
    default:
      return 100;
  }
}

const holdsOn = ({ from, to }: MoneyRule, day: string) => from <= day && (to === null || day <= to);

/** Finds the rule of a kind on the visit's day: the party's own, else the general one. */
function findRule(rules: readonly MoneyRule[], kind: LedgerKind, party: string | null, facts: VisitFacts) {
  const fitting = rules.filter(
    (rule) =>
      rule.kind === kind && holdsOn(rule, facts.day) && (rule.priority === null || rule.priority === facts.priority),
  );
  return fitting.find((rule) => party !== null && rule.party === party) ?? fitting.find((rule) => rule.party === null);
}

/** Computes the lines that a visit should have, of one side. */
function applySide(side: Side, rules: readonly MoneyRule[], facts: VisitFacts): LedgerLine[] {
  const { outcome, laboratory, payer, employee } = facts;
  // Nobody is paid for a visit that nobody has.
  if (!outcome || (side === 'earning' && employee === null)) return [];
  const party = side === 'charge' ? (laboratory ?? payer) : employee;
  return KINDS[outcome].flatMap((kind) => {
    if (kind === 'cancelledLate' && side === 'charge' && !facts.cancelledByCustomer) return [];
    const rule = findRule(rules, kind, party, facts);
    const quantity = rule ? measureQuantity(kind, facts, rule.limit ?? 0) : 0;
    if (!rule || quantity === 0) return [];
    const cents = Math.round((quantity * rule.mills) / 1000);
    const why = { limit: rule.limit, since: rule.from, own: rule.party !== null };
    const parties = { laboratory, payer, employee };
    return { side, outcome, kind, rule: rule.id, ...parties, quantity, rate: rule.mills, cents, ...why };
  });
}

/** Computes the lines that a visit should have by prices and rates. */
export const applyRules = (facts: VisitFacts, prices: readonly MoneyRule[], rates: readonly MoneyRule[]) => [
  ...applySide('charge', prices, facts),
  ...applySide('earning', rates, facts),
];

const findWaiver = ({ side, kind }: Pick<LedgerLine, 'side' | 'kind'>, adjustments: readonly Adjustment[]) =>
  adjustments.find((one) => one.change === 'waive' && one.side === side && one.kind === kind);

/** True if an admin decided that lines of this side and kind are not charged or paid. */
export const isWaived = (line: Pick<LedgerLine, 'side' | 'kind'>, adjustments: readonly Adjustment[]): boolean =>
  findWaiver(line, adjustments) !== undefined;

/** Finds the reason of a line that an admin decided: an added amount, or the reversal of one that is waived. */
export const findReason = (line: LedgerLine, adjustments: readonly Adjustment[]): string | null =>
  (line.kind === 'adjustment' ? adjustments.find(({ id }) => id === line.rule) : undefined)?.reason ??
  (line.quantity < 0 ? findWaiver(line, adjustments)?.reason : undefined) ??
  null;

/** Leaves out the lines that are waived, and adds the amounts that admins decided. */
export function adjust(
  lines: readonly LedgerLine[],
  { day, laboratory, payer, employee }: VisitFacts,
  adjustments: readonly Adjustment[],
): LedgerLine[] {
  const amounts = adjustments.filter(
    ({ change, side }) => change !== 'waive' && (side === 'charge' || employee !== null),
  );
  const parties = { laboratory, payer, employee, limit: null, since: day, own: true };
  return [
    ...lines.filter((line) => !isWaived(line, adjustments)),
    ...amounts.map(({ id: rule, side, cents }): LedgerLine => {
      const sum = { quantity: 100, rate: cents * 10, cents };
      return { side, outcome: 'adjusted', kind: 'adjustment', rule, ...parties, ...sum };
    }),
  ];
}

const toKey = ({ side, outcome, kind, rule, laboratory, payer, employee, quantity, rate }: LedgerLine) =>
  JSON.stringify([side, outcome, kind, rule, laboratory ?? [payer], employee, Math.abs(quantity), rate]);

/** Returns the lines of one sign that no line of the other sign cancels. */
function findUnmatched(lines: readonly LedgerLine[], sign: 1 | -1): LedgerLine[] {
  const opposite = new Map<string, number>();
  for (const line of lines)
    if (line.quantity * sign < 0) opposite.set(toKey(line), (opposite.get(toKey(line)) ?? 0) + 1);
  return lines.filter((line) => {
    if (line.quantity * sign < 0) return false;
    const left = opposite.get(toKey(line)) ?? 0;
    if (left > 0) opposite.set(toKey(line), left - 1);
    return left === 0;
  });
}

/** Returns the lines without a reversal. */
export const findStanding = (lines: readonly LedgerLine[]): LedgerLine[] => findUnmatched(lines, 1);

/** A reversal keeps the month: it belongs to the month of its line while that is open. */
const reverse = (line: LedgerLine): LedgerLine => ({ ...line, quantity: -line.quantity, cents: -line.cents });

/**
 * Computes the lines to add, so that the lines without a reversal are the desired ones: reversals first. A reversal
 * without its line is reversed, too: earlier versions booked some to another payer.
 */
export function reconcile(existing: readonly LedgerLine[], desired: readonly LedgerLine[]): LedgerLine[] {
  const missing = new Map(desired.map((line) => [toKey(line), line]));
  const reversals = findStanding(existing).flatMap((line) => (missing.delete(toKey(line)) ? [] : reverse(line)));
  return [...reversals, ...findUnmatched(existing, -1).map(reverse), ...missing.values()];
}
