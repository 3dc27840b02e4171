import fc from 'fast-check';
import { records, systemContext } from 'portal-frame/server';
import { addMonths } from 'portal-frame/wire';
import { expect, test } from 'vitest';
import { startServer, type TestServer } from './harness.ts';
import { MONEY } from './moneyConfigs.ts';
import { VISIT } from './samples.ts';
import { clientOf } from './supplies.ts';
import { visitsOf } from './visits.ts';

/** Months to generate; by default as many as fit into the minutes. */
const MONTHS = Number(process.env.GENERATED_MONTHS ?? 10_000);
const MINUTES = Number(process.env.GENERATED_MINUTES ?? 3);
const SEED = Number(process.env.GENERATED_SEED ?? 34);
/** Months of one server: 20 years. */
const FIRST = '2005-01-01';
const MONTHS_OF_SERVER = 240;

const LABORATORIES = ['laboratory', 'laboratory2'] as const;
const EMPLOYEES = ['employee', 'employee2'] as const;
const STATUSES = ['Completed', 'Pending', 'Rejected'] as const;

const cents = fc.option(fc.integer({ min: 0, max: 20_000 }), { nil: null, freq: 3 });
/** Amounts of a month in cents; null for none. `own` is that of the first laboratory or employee. */
const amounts = fc.record({ general: cents, own: cents, urgent: cents, mile: cents });
const visit = fc.record({
  by: fc.constantFrom(...LABORATORIES),
  of: fc.constantFrom(null, ...EMPLOYEES),
  priority: fc.constantFrom('Low', 'Urgent'),
  day: fc.integer({ min: 1, max: 28 }),
  statuses: fc.array(fc.constantFrom(...STATUSES), { minLength: 1, maxLength: 3 }),
});
const month = fc.record({
  prices: amounts,
  rates: amounts,
  visits: fc.array(visit, { maxLength: 5 }),
  /** Hundredths of a mile of a trip to all visits. */
  trip: fc.option(fc.integer({ min: 10, max: 9999 }), { nil: null }),
  /** A visit whose status changes after the closing. */
  late: fc.option(fc.nat(4), { nil: null }),
});
type Month = typeof month extends fc.Arbitrary<infer M> ? M : never;
type Visit = Month['visits'][number];

/** Cents by laboratory or employee. */
type Sums = Record<string, number>;
const addTo = (sums: Sums, key: string, amount: number) => {
  sums[key] = (sums[key] ?? 0) + amount;
};

/** Computes what a visit charges and pays. Shares no code with the server. */
function compute({ prices, rates }: Month, { by, of, priority }: Visit, status: string, centimiles: number) {
  const side = ({ general, own, urgent, mile }: Month['prices'], isOwn: boolean) =>
    ((isOwn ? own : null) ?? general ?? 0) +
    (priority === 'Urgent' ? (urgent ?? 0) : 0) +
    Math.round((centimiles * (mile ?? 0)) / 100);
  if (status !== 'Completed') return { charge: 0, earning: 0 };
  return { charge: side(prices, by === 'laboratory'), earning: of ? side(rates, of === 'employee') : 0 };
}

/** A server, its next month, and amounts that changes after a closing have carried into it. */
class Ledger {
  readonly server: TestServer;
  month = FIRST;
  left = MONTHS_OF_SERVER;
  carried = { charges: {} as Sums, earnings: {} as Sums };
  numbers = 0;

  constructor(server: TestServer) {
    this.server = server;
  }

  private get api() {
    return records(systemContext(this.server.services));
  }

  private async enterAmounts({ prices, rates }: Month): Promise<void> {
    const [from, to] = [this.month, `${this.month.slice(0, 8)}28`];
    const { ids } = this.server;
    for (const [name, { general, own, urgent, mile }, party] of [
      ['prices', prices, { laboratory: ids.laboratory }],
      ['payRates', rates, { employee: ids.employee }],
    ] as const)
      for (const [amount, values] of [
        [general, { kind: 'visit' }],
        [own, { kind: 'visit', ...party }],
        [urgent, { kind: 'priority', priority: 'Urgent' }],
        [mile, { kind: 'mile' }],
      ] as const)
        if (amount !== null) await this.api.create(name, { ...values, amount: amount / 100, from, to } as never);
  }

  private async bookVisits({ visits }: Month): Promise<string[]> {
    const { add, assign, setStatus } = visitsOf(this.server);
    const made: string[] = [];
    for (const [at, { by, of, priority, day, statuses }] of visits.entries()) {
      const when = `${this.month.slice(0, 8)}${String(day).padStart(2, '0')}T${String(8 + at).padStart(2, '0')}:00`;
      const [first = 'Pending', ...changes] = statuses;
      const values = { ...VISIT, appointmentDateTime: when, priorityLevel: priority, status: first, confirmed: true };
      const id = await add(values, by);
      if (of) expect((await assign(id, of, { confirmed: true })).http).toBe(200);
      for (const status of changes) expect((await setStatus(id, status)).http).toBe(200);
      made.push(id);
    }
    return made;
  }

  /** Enters a trip to all visits; returns their shares in hundredths. */
  private async drive({ trip }: Month, visits: readonly string[]): Promise<number[]> {
    if (trip === null || visits.length === 0) return visits.map(() => 0);
    const { employee } = this.server.ids;
    const made = await this.api.create('trips', { employee, day: this.month, miles: trip / 100, visits: [...visits] });
    // The first ones get the hundredths that are left.
    const order = made.visits ?? [];
    return visits.map((id) => Math.floor(trip / visits.length) + Number(order.indexOf(id) < trip % visits.length));
  }

  private async expectDocuments(period: string, name: 'invoices' | 'payouts', sums: Sums): Promise<void> {
    const { records: found } = await this.api.find(name, { where: { period } as never, perPage: 100 });
    const party = (one: object) =>
      String('laboratory' in one ? one.laboratory : (one as { employee: string }).employee);
    const totals = Object.fromEntries(found.map((one) => [party(one), Math.round(Number(one.total) * 100)]));
    expect(totals).toEqual(Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0)));
    if (name === 'invoices') {
      const numbers = found.map((one) => ('number' in one ? Number(one.number) : 0)).toSorted((a, b) => a - b);
      expect(numbers).toEqual(numbers.map((_, at) => this.numbers + at + 1));
      this.numbers += numbers.length;
    }
  }

  /** Carries out a month, closes it twice at once, and compares its documents with a recount. */
  async carryOut(planned: Month): Promise<void> {
    const { server, month: current } = this;
    await this.enterAmounts(planned);
    const made = await this.bookVisits(planned);
    const shares = await this.drive(planned, made);
    const { charges, earnings } = this.carried;
    const add = (visit: Visit, sign: number, { charge, earning }: ReturnType<typeof compute>) => {
      addTo(charges, server.ids[visit.by], sign * charge);
      if (visit.of) addTo(earnings, server.ids[visit.of], sign * earning);
    };
    for (const [at, visit] of planned.visits.entries())
      add(visit, 1, compute(planned, visit, visit.statuses.at(-1) ?? '', shares[at] ?? 0));
    const { records: found } = await this.api.find('periods', { where: { month: current } });
    const period = found[0]?.id ?? (await this.api.create('periods', { month: current })).id;
    const close = () => clientOf(server, 'admin', 'periods').send('POST', `/${period}/close`, { closeAnyway: true });
    const replies = await Promise.all([close(), close()]);
    expect(replies.map(({ http }) => http).toSorted()).toEqual([200, 409]);
    await this.expectDocuments(period, 'invoices', charges);
    await this.expectDocuments(period, 'payouts', earnings);
    const { total } = await this.api.aggregate('ledgerEntries', {
      where: { month: current },
      measures: [{ sum: 'charge' }, { sum: 'earning' }, { sum: 'margin' }],
    });
    const sumOf = (sums: Sums) => Object.values(sums).reduce((sum, amount) => sum + amount, 0);
    const inCents = Object.values(total).map((amount) => Math.round(Number(amount) * 100));
    expect(inCents).toEqual([sumOf(charges), sumOf(earnings), sumOf(charges) - sumOf(earnings)]);
    this.carried = { charges: {}, earnings: {} };
    const late = planned.visits[planned.late ?? -1];
    const id = made[planned.late ?? -1];
    if (late && id) await this.changeLate(planned, late, id, shares[planned.late ?? -1] ?? 0);
    this.month = addMonths(current, 1);
    this.left--;
  }

  /** Changes a status after the closing: what it adds belongs to the next month. */
  private async changeLate(planned: Month, visit: Visit, id: string, share: number): Promise<void> {
    const before = visit.statuses.at(-1) ?? '';
    const now = before === 'Completed' ? 'Pending' : 'Completed';
    expect((await visitsOf(this.server).setStatus(id, now)).http).toBe(200);
    for (const [sign, status] of [
      [-1, before],
      [1, now],
    ] as const) {
      const { charge, earning } = compute(planned, visit, status, share);
      addTo(this.carried.charges, this.server.ids[visit.by], sign * charge);
      if (visit.of) addTo(this.carried.earnings, this.server.ids[visit.of], sign * earning);
    }
  }
}

test('generated months: invoices and payouts are the sums of their visits, and numbers have no gap', {
  timeout: (MINUTES + 5) * 60_000,
}, async () => {
  let ledger: Ledger | undefined;
  let count = 0;
  await fc.assert(
    fc.asyncProperty(month, async (planned) => {
      if (ledger?.left === 0) {
        await ledger.server.close();
        ledger = undefined;
      }
      ledger ??= new Ledger(await startServer({}, MONEY));
      await ledger.carryOut(planned);
      count++;
    }),
    { numRuns: MONTHS, seed: SEED, endOnFailure: true, interruptAfterTimeLimit: MINUTES * 60_000 },
  );
  await ledger?.server.close();
  console.info(`${count} generated months`);
  expect(count).toBeGreaterThan(20);
});
