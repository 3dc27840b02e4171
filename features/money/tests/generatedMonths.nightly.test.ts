import fc from 'fast-check';
import { records, systemContext } from 'portal-frame/server';
import { isFullSize } from 'portal-frame/testing/size';
import { addMonths } from 'portal-frame/wire';
import { expect, test } from 'vitest';
import { newcomer, startServer, type TestServer } from '../../../tests/api/harness.ts';
import { sendImport } from '../../../tests/api/importing.ts';
import { csvOf, goodRows } from '../../../tests/api/importRows.ts';
import { MONEY } from '../../../tests/api/moneyConfigs.ts';
import { clientOf } from '../../../tests/api/supplies.ts';
import {
  type Amounts,
  type CalendarMonth,
  calendarMonth,
  computeAmounts,
  PAIRS,
  type PlannedVisit,
  planVisits,
} from './plannedMonths.ts';

/** Months of a laboratory and an employee to generate; GENERATED_MONTHS=10000 tries more. */
const MONTHS = Number(process.env.GENERATED_MONTHS ?? (isFullSize ? 400 : 100));
const SEED = Number(process.env.GENERATED_SEED ?? 34);
const FIRST = '2005-01-01';
/** Months of one server: 20 years. */
const MONTHS_OF_SERVER = 240;
/** Appointments of one request. */
const PORTION = 200;

/** Cents by laboratory or employee. */
type Sums = Record<string, number>;
const addTo = (sums: Sums, key: string, amount: number) => {
  sums[key] = (sums[key] ?? 0) + amount;
};
const sumAll = (sums: Sums) => Object.values(sums).reduce((sum, amount) => sum + amount, 0);

/** A visit as the server keeps it. */
interface BookedVisit extends PlannedVisit {
  id: string;
}

/** A server with its pairs, its next month, and amounts that changes after a closing have carried into it. */
class Ledger {
  readonly server: TestServer;
  readonly laboratories: string[] = [];
  readonly employees: string[] = [];
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

  async addPairs(): Promise<this> {
    for (let at = 0; at < PAIRS; at++) {
      this.laboratories.push((await newcomer(this.server, 'laboratory', `lab${at}`)).id);
      const code = { employeeCode: `E-${at}` };
      this.employees.push((await newcomer(this.server, 'employee', `drawer${at}`, code)).id);
    }
    return this;
  }

  private dayOf(day: number): string {
    return `${this.month.slice(0, 8)}${String(day).padStart(2, '0')}`;
  }

  private async enterAmounts({ prices, rates, pairs }: CalendarMonth): Promise<void> {
    const [from, to] = [this.month, `${this.month.slice(0, 8)}28`];
    const toRules = ({ visit, urgent, mile }: Amounts, party: object) =>
      [
        { kind: 'visit', amount: visit },
        { kind: 'priority', priority: 'Urgent', amount: urgent },
        { kind: 'mile', amount: mile },
      ].flatMap(({ amount, ...rule }) =>
        amount === null ? [] : { ...rule, ...party, amount: amount / 100, from, to },
      );
    const own = pairs.flatMap((pair, at) => toRules(pair.prices, { laboratory: this.laboratories[at] }));
    await this.api.createMany('prices', [...toRules(prices, {}), ...own] as never);
    const paid = pairs.flatMap((pair, at) => toRules(pair.rates, { employee: this.employees[at] }));
    await this.api.createMany('payRates', [...toRules(rates, {}), ...paid] as never);
  }

  private async bookVisits(planned: readonly PlannedVisit[]): Promise<BookedVisit[]> {
    if (planned.length === 0) return [];
    const rows = goodRows(planned.length).map((row, at) => {
      const { laboratory, employee, priority, day, statuses } = planned[at] as PlannedVisit;
      return {
        ...row,
        ...{ Laboratory: `Nobody lab${laboratory}`, Employee: employee === null ? '' : `E-${employee}`, Fees: '' },
        ...{ Priority: priority, Status: statuses[0] ?? '', 'Account Number': `${this.month} ${at}` },
        'Date & Time': `${this.dayOf(day)} ${String(8 + (at % 10)).padStart(2, '0')}:00`,
      };
    });
    expect((await sendImport(this.server, csvOf(rows), { confirmed: true })).http).toBe(200);
    const stored = this.server.services.db.selectFrom('appointments').select(['id', 'account_number']);
    const found = await stored.where('account_number', 'like', `${this.month} %`).execute();
    const ids = new Map(found.map(({ id, account_number }) => [account_number, id]));
    return planned.map((visit, at) => ({ ...visit, id: ids.get(`${this.month} ${at}`) ?? '' }));
  }

  private async setStatuses(changes: readonly { _id: string; status: string }[]): Promise<void> {
    for (let from = 0; from < changes.length; from += PORTION) {
      const body = { appointments: changes.slice(from, from + PORTION) };
      expect((await this.server.as('admin', 'setStatusMany', { body })).http).toBe(200);
    }
  }

  /** Enters the trips of pairs to all their visits, which share the miles. */
  private async drive({ pairs }: CalendarMonth, visits: readonly BookedVisit[]): Promise<void> {
    const trips = pairs.flatMap(({ trip, day }, at) => {
      const own = visits.filter(({ laboratory }) => laboratory === at);
      if (trip === null || own.length === 0) return [];
      const listed = own.map(({ id }) => id);
      // The first ones get the hundredths that are left.
      for (const [place, visit] of own.entries())
        visit.share = Math.floor(trip / own.length) + Number(place < trip % own.length);
      return { employee: this.employees[at], day: this.dayOf(day), miles: trip / 100, visits: listed };
    });
    await this.api.createMany('trips', trips as never);
  }

  private async expectDocuments(period: string, name: 'invoices' | 'payouts', sums: Sums): Promise<void> {
    const { records: found } = await this.api.find(name, { where: { period } as never, perPage: 1000 });
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

  private addAmounts(month: CalendarMonth, visit: BookedVisit, status: string, sign: 1 | -1): void {
    const { charge, earning } = computeAmounts(month, visit, status);
    addTo(this.carried.charges, this.laboratories[visit.laboratory] ?? '', sign * charge);
    if (visit.employee !== null) addTo(this.carried.earnings, this.employees[visit.employee] ?? '', sign * earning);
  }

  /** Carries out a month, closes it twice at once, and compares its documents with a recount. */
  async carryOut(planned: CalendarMonth): Promise<void> {
    const { server, month } = this;
    await this.enterAmounts(planned);
    const visits = await this.bookVisits(planVisits(planned).flat());
    const changes = visits.flatMap(({ id: _id, statuses: [, status] }) => (status ? { _id, status } : []));
    await this.setStatuses(changes);
    await this.drive(planned, visits);
    for (const visit of visits) this.addAmounts(planned, visit, visit.statuses.at(-1) ?? '', 1);
    const { charges, earnings } = this.carried;
    const { records: found } = await this.api.find('periods', { where: { month } });
    const period = found[0]?.id ?? (await this.api.create('periods', { month })).id;
    const close = () => clientOf(server, 'admin', 'periods').send('POST', `/${period}/close`, { closeAnyway: true });
    const replies = await Promise.all([close(), close()]);
    expect(replies.map(({ http }) => http).toSorted()).toEqual([200, 409]);
    await this.expectDocuments(period, 'invoices', charges);
    await this.expectDocuments(period, 'payouts', earnings);
    const { total } = await this.api.aggregate('ledgerEntries', {
      where: { month },
      measures: [{ sum: 'charge' }, { sum: 'earning' }, { sum: 'margin' }],
    });
    const inCents = Object.values(total).map((amount) => Math.round(Number(amount) * 100));
    expect(inCents).toEqual([sumAll(charges), sumAll(earnings), sumAll(charges) - sumAll(earnings)]);
    this.carried = { charges: {}, earnings: {} };
    await this.changeLate(planned, visits);
    this.month = addMonths(month, 1);
    this.left--;
  }

  /** Changes statuses after the closing: what they add belongs to the next month. */
  private async changeLate(planned: CalendarMonth, visits: readonly BookedVisit[]): Promise<void> {
    const changes = planned.pairs.flatMap(({ late }, at) => {
      const visit = visits.filter(({ laboratory }) => laboratory === at)[late ?? -1];
      if (!visit) return [];
      const before = visit.statuses.at(-1) ?? '';
      const status = before === 'Completed' ? 'Pending' : 'Completed';
      this.addAmounts(planned, visit, before, -1);
      this.addAmounts(planned, visit, status, 1);
      return { _id: visit.id, status };
    });
    await this.setStatuses(changes);
  }
}

test('sums visits in invoices and payouts of generated months, and skips no number', {
  timeout: 3_600_000,
}, async () => {
  let ledger: Ledger | undefined;
  await fc.assert(
    fc.asyncProperty(calendarMonth, async (planned) => {
      if (ledger?.left === 0) {
        await ledger.server.close();
        ledger = undefined;
      }
      ledger ??= await new Ledger(await startServer({}, MONEY)).addPairs();
      await ledger.carryOut(planned);
    }),
    { numRuns: Math.ceil(MONTHS / PAIRS), seed: SEED, endOnFailure: true },
  );
  await ledger?.server.close();
});
