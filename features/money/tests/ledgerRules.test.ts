import fc from 'fast-check';
import { casesOf } from 'portal-frame/testing/size';
import { expect, test } from 'vitest';
import type { VisitReportRow } from '../../../server/store/schema.ts';
import { PRIORITIES } from '../../../src/wire/choices.ts';
import {
  applyRules,
  findStanding,
  type LedgerLine,
  type MoneyRule,
  reconcile,
  type VisitFacts,
} from '../server/ledgerRules.ts';
import { findStay } from '../server/visitFacts.ts';
import { CHARGE_KINDS, OUTCOMES, PAY_KINDS } from '../wire/moneyKinds.ts';

const PARTIES = ['a', 'b', 'c'] as const;
const PAYERS = ['d', 'e'] as const;
const DAYS = Array.from({ length: 31 }, (_, day) => `2026-05-${String(day + 1).padStart(2, '0')}`);

const ruleOf = (kinds: readonly MoneyRule['kind'][]): fc.Arbitrary<MoneyRule> =>
  fc.record({
    id: fc.uuid(),
    kind: fc.constantFrom(...kinds),
    party: fc.constantFrom(null, ...PARTIES),
    priority: fc.constant(null),
    mills: fc.integer({ min: 0, max: 500_000 }),
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
  payer: fc.constantFrom(...PAYERS),
  employee: fc.constantFrom(null, ...PARTIES),
  priority: fc.constantFrom(...PRIORITIES),
  tests: fc.nat(9),
  tubes: fc.nat(9),
  minutes: fc.nat(300),
  centimiles: fc.nat(9000),
  cancelledByCustomer: fc.boolean(),
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
        expect(cents).toBe(Math.sign(quantity) * Math.round((Math.abs(quantity) * rate) / 1000));
      }
      for (const side of ['charge', 'earning'] as const)
        for (const party of [null, ...PARTIES, ...PAYERS]) {
          const own = ({ laboratory, payer, employee, ...line }: LedgerLine) =>
            line.side === side && (side === 'charge' ? (laboratory ?? payer) : employee) === party;
          expect(sum(all.filter(own))).toBe(sum(wanted.filter(own)));
        }
    }),
    casesOf(1000, 10_000),
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

test('returns what a reversal took from a payer who was not charged', () => {
  fc.assert(
    fc.property(prices, facts, facts, (charged, before, after) => {
      const lines = applyRules({ ...before, laboratory: null, payer: 'd' }, charged, []);
      const wrong = lines.map((line) => ({ ...line, payer: 'e', quantity: -line.quantity, cents: -line.cents }));
      const ledger = [...lines, ...wrong];
      const desired = applyRules(after, charged, []);
      ledger.push(...reconcile(ledger, desired));
      for (const payer of PAYERS) {
        const own = (line: LedgerLine) => line.laboratory === null && line.payer === payer;
        expect(sum(ledger.filter(own))).toBe(sum(desired.filter(own)));
      }
      expect(reconcile(ledger, desired)).toEqual([]);
    }),
    { seed: 34 },
  );
});

test('charges a payer without an account its own price', () => {
  const rule = { kind: 'visit', priority: null, limit: null, from: '2026-01-01', to: null } as const;
  const list: MoneyRule[] = [
    { ...rule, id: 'general', party: null, mills: 40_000 },
    { ...rule, id: 'own', party: 'Natera', mills: 51_000 },
  ];
  const fact: VisitFacts = {
    ...{ day: '2026-05-05', outcome: 'completed', laboratory: null, payer: 'Natera', employee: null, priority: 'Low' },
    ...{ tests: 0, tubes: 0, minutes: 0, centimiles: 0, cancelledByCustomer: false, noticeHours: 0 },
  };
  expect(applyRules(fact, list, []).map(({ rule, cents, own }) => [rule, cents, own])).toEqual([['own', 5100, true]]);
});

test.each([
  ['2026-05-05', '2026-05-05', 1],
  ['2026-05-05', null, 1],
  ['2026-05-06', null, 0],
  ['2026-05-06', '2026-05-31', 0],
  ['2026-05-01', '2026-05-04', 0],
])('charges a price from %s to %s on May 5: %i', (from, to, lines) => {
  const rule = { id: 'v', kind: 'visit', party: null, priority: null, mills: 40_000, limit: null, from, to } as const;
  const fact: VisitFacts = {
    ...{ day: '2026-05-05', outcome: 'completed', laboratory: 'a', payer: 'a', employee: null, priority: 'Low' },
    ...{ tests: 0, tubes: 0, minutes: 0, centimiles: 0, cancelledByCustomer: false, noticeHours: 0 },
  };
  expect(applyRules(fact, [rule], [])).toHaveLength(lines);
});

test('rounds miles at tenths of a cent half up, once per line', () => {
  const rule = {
    id: 'm',
    kind: 'mile',
    party: null,
    priority: null,
    limit: null,
    from: '2026-01-01',
    to: null,
  } as const;
  const fact: VisitFacts = {
    ...{ day: '2026-05-05', outcome: 'completed', laboratory: 'a', payer: 'a', employee: 'b', priority: 'Low' },
    ...{ tests: 0, tubes: 0, minutes: 0, centimiles: 100, cancelledByCustomer: false, noticeHours: 0 },
  };
  const cents = (mills: number, centimiles: number) =>
    applyRules({ ...fact, centimiles }, [{ ...rule, mills }], []).map((line) => line.cents);
  expect([cents(725, 100), cents(725, 300), cents(1195, 1000), cents(724, 100)]).toEqual([[73], [218], [1195], [72]]);
});

test('measures a stay from the last start of its employee before its end', () => {
  const report = (kind: string, made_at: number, account_id = 'e') => ({ kind, made_at, account_id }) as VisitReportRow;
  const minutes = (...reports: VisitReportRow[]) => findStay(reports)?.minutes;
  const [start, end, after] = [report('started', 600_000), report('done', 1_800_000), report('started', 2_400_000)];
  const other = report('started', 300_000, 'other');
  expect([minutes(start, end), minutes(start, end, after), minutes(other, start, end)]).toEqual([20, 20, 20]);
  expect([minutes(end, after), minutes(start), minutes(other, end)]).toEqual([undefined, undefined, undefined]);
});
