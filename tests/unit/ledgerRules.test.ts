import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  applyRules,
  findStanding,
  type LedgerLine,
  type MoneyRule,
  prorateMiles,
  reconcile,
  type VisitFacts,
} from '../../server/money/ledgerRules.ts';
import { PRIORITIES } from '../../src/wire/choices.ts';
import { CHARGE_KINDS, OUTCOMES, PAY_KINDS } from '../../src/wire/money/moneyKinds.ts';

const PARTIES = ['a', 'b', 'c'] as const;
const DAYS = Array.from({ length: 31 }, (_, day) => `2026-05-${String(day + 1).padStart(2, '0')}`);

const ruleOf = (kinds: readonly MoneyRule['kind'][]): fc.Arbitrary<MoneyRule> =>
  fc.record({
    id: fc.uuid(),
    kind: fc.constantFrom(...kinds),
    party: fc.constantFrom(null, ...PARTIES),
    priority: fc.constant(null),
    cents: fc.integer({ min: 0, max: 50_000 }),
    limit: fc.constantFrom(null, 5, 24),
    from: fc.constantFrom('2026-01-01', '2026-05-10'),
    to: fc.constantFrom(null, '2026-05-20'),
  });
const prices = fc.array(ruleOf(CHARGE_KINDS), { maxLength: 12 });
const rates = fc.array(ruleOf(PAY_KINDS), { maxLength: 8 });
const facts: fc.Arbitrary<VisitFacts> = fc.record({
  day: fc.constantFrom(...DAYS),
  outcome: fc.constantFrom(null, ...OUTCOMES),
  laboratory: fc.constantFrom(null, ...PARTIES),
  payer: fc.constantFrom('a', 'd'),
  employee: fc.constantFrom(null, ...PARTIES),
  priority: fc.constantFrom(...PRIORITIES),
  tests: fc.nat(9),
  tubes: fc.nat(9),
  minutes: fc.nat(300),
  centimiles: fc.nat(9000),
  noticeHours: fc.integer({ min: -50, max: 200 }),
});
/** Facts of a visit as they change, the last ones being those that hold. */
const visit = fc.array(facts, { minLength: 1, maxLength: 4 });
const sum = (lines: readonly LedgerLine[]) => lines.reduce((total, { cents }) => total + cents, 0);

test('sums entries to invoices and payouts in 10,000 months, to the cent', () => {
  const month = fc.record({ prices, rates, visits: fc.array(visit, { maxLength: 6 }) });
  fc.assert(
    fc.property(month, ({ prices: charged, rates: paid, visits }) => {
      const ledgers = visits.map((changes) => {
        const lines: LedgerLine[] = [];
        for (const fact of changes) lines.push(...reconcile(lines, applyRules(fact, charged, paid)));
        return { lines, desired: applyRules(changes.at(-1) as VisitFacts, charged, paid) };
      });
      const all = ledgers.flatMap(({ lines }) => lines);
      const wanted = ledgers.flatMap(({ desired }) => desired);
      for (const { cents, quantity, rate } of all) {
        expect(Number.isSafeInteger(cents)).toBe(true);
        expect(cents).toBe(Math.sign(quantity) * Math.round((Math.abs(quantity) * rate) / 100));
      }
      for (const side of ['charge', 'earning'] as const)
        for (const party of [null, ...PARTIES]) {
          const own = ({ laboratory, employee, ...line }: LedgerLine) =>
            line.side === side && (side === 'charge' ? laboratory : employee) === party;
          expect(sum(all.filter(own))).toBe(sum(wanted.filter(own)));
        }
    }),
    { numRuns: 10_000, seed: 34 },
  );
});

test('adds nothing in a second settlement, and leaves what the rules give', () => {
  fc.assert(
    fc.property(prices, rates, visit, (charged, paid, changes) => {
      const lines: LedgerLine[] = [];
      for (const fact of changes) lines.push(...reconcile(lines, applyRules(fact, charged, paid)));
      const desired = applyRules(changes.at(-1) as VisitFacts, charged, paid);
      expect(reconcile(lines, desired)).toEqual([]);
      const key = (line: LedgerLine) => JSON.stringify(line);
      expect(findStanding(lines).map(key).toSorted()).toEqual(desired.map(key).toSorted());
    }),
    { seed: 34 },
  );
});

test('splits the miles of a trip exactly, with shares a hundredth apart at most', () => {
  expect(prorateMiles(80, 2)).toEqual([4000, 4000]);
  expect(prorateMiles(100, 3)).toEqual([3334, 3333, 3333]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200_000 }), fc.integer({ min: 1, max: 40 }), (hundredths, visits) => {
      const parts = prorateMiles(hundredths / 100, visits);
      expect(parts.reduce((total, part) => total + part, 0)).toBe(hundredths);
      expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
    }),
    { seed: 34 },
  );
});
