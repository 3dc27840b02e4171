import type { AnyResource, Role } from 'portal-frame';
import { type Collection, type RecordValues, toCollectionDb, toRowColumns } from 'portal-frame/internal/records';
import type { Store } from 'portal-frame/internal/server';
import books from '../fixtures/books.ts';
import copies from '../fixtures/copies.ts';
import expenses from '../fixtures/expenses.ts';
import loans from '../fixtures/loans.ts';
import orders from '../fixtures/orders.ts';
import orderTests from '../fixtures/orderTests.ts';
import { idOf, supplies, supplyValues, ZONE } from './collectionRows.ts';

/** A request of a collection: a list, one record, or a report. */
export interface Ask {
  name: string;
  of: string;
  role?: Role;
  list?: Record<string, unknown>;
  one?: string;
  report?: string;
  filter?: Record<string, unknown>;
  /** May take longer with more records, as its result grows. */
  grows?: true;
}

/** Collections with their records and requests. */
export interface BenchScene {
  name: string;
  resources: readonly AnyResource[];
  /** Number of records, and the values of one. */
  records: readonly [
    resource: string,
    count: (rows: number) => number,
    values: (n: number, rows: number) => RecordValues,
  ][];
  asks(rows: number): Ask[];
}

const EMPLOYEES = 40;
const DAY = 86_400_000;
/** Days with expenses, so that more records mean fuller days and reports have equally many groups. */
const DAYS = 700;
const spentAt = (n: number) => new Date(Date.UTC(2026, 9, 1) - (n % DAYS) * DAY - (n % 86_400) * 1000).toISOString();
const KINDS = ['Fuel', 'Parking', 'Material'];
const per = (some: number) => (rows: number) => Math.ceil(rows / some);

const scene = (one: Omit<BenchScene, 'resources'> & { resources: readonly unknown[] }) => one as BenchScene;

export const SCENES: readonly BenchScene[] = [
  scene({
    name: 'lists',
    resources: [supplies],
    records: [['supplies', (rows) => rows, supplyValues]],
    asks: (rows) =>
      (
        [
          ['first page', {}],
          ['by quantity', { sort: ['quantity', 'DESC'] }],
          ['by item', { sort: ['item', 'ASC'] }],
          ['a state that is common', { filter: { state: 'In stock' } }],
          ['a state that is rare, by quantity', { filter: { state: 'Ordered' }, sort: ['quantity', 'ASC'] }],
          ['a reference', { filter: { laboratory: idOf(7) } }],
          ['a reference and a state', { filter: { laboratory: idOf(7), state: 'In stock' } }],
          ['last page', { range: [rows - 10, rows - 1] }],
          ['search that finds one', { filter: { q: ` ${rows - 77}` } }],
          ['search that finds none', { filter: { q: 'nothing has this' } }],
          ['search that finds one in six', { filter: { q: 'gauze' } }, true],
          ['search for two letters', { filter: { q: 'gz' } }, true],
        ] as const
      ).map(([name, list, grows]) => ({ name, of: 'supplies', list, ...(grows && { grows }) })),
  }),
  scene({
    name: 'child rows and rollups',
    resources: [orders, orderTests],
    records: [
      [
        'orders',
        per(4),
        (n, rows) => ({
          number: `O-${n}`,
          laboratory: idOf(n % per(1000)(rows)),
          urgency: n % 9 ? 'Routine' : 'Urgent',
        }),
      ],
      [
        'orderTests',
        (rows) => rows,
        (n) => ({
          order: idOf(Math.floor(n / 4)),
          analyte: `Analyte ${n % 300}`,
          tube: 'Serum',
          amount: 1 + (n % 17),
          price: (n % 900) / 10,
          place: 1 + (n % 4),
        }),
      ],
    ],
    asks: (rows) => [
      { name: 'one with its rows', of: 'orders', one: idOf(per(8)(rows)) },
      {
        name: 'the rows of one, as a related list',
        of: 'orderTests',
        list: { filter: { order: idOf(per(8)(rows)) }, sort: ['place', 'ASC'] },
      },
      { name: 'by a sum of their rows', of: 'orders', list: { sort: ['total', 'DESC'] } },
      {
        name: 'by their number, Urgent',
        of: 'orders',
        list: { sort: ['testCount', 'ASC'], filter: { urgency: 'Urgent' } },
      },
      {
        name: 'a laboratory’s, by a sum',
        of: 'orders',
        list: { sort: ['total', 'ASC'], filter: { laboratory: idOf(3) } },
      },
      { name: 'more rows than any has', of: 'orders', list: { filter: { atLeast: 9 } } },
      { name: 'as many rows as all have, counted', of: 'orders', list: { filter: { atLeast: 4 } }, grows: true },
    ],
  }),
  scene({
    name: 'values of other records',
    resources: [books, copies, loans],
    records: [
      [
        'books',
        per(100),
        (n, rows) => ({
          title: `Title ${n}`,
          author: `Author ${n}`,
          genre: ['Science', 'Law', 'Novel'][n % 3],
          price: n % 90,
          branch: idOf(n % per(1000)(rows)),
        }),
      ],
      ['copies', per(50), (n) => ({ signature: `S-${n}`, book: idOf(Math.floor(n / 2)), state: 'Good' })],
      [
        'loans',
        (rows) => rows,
        (n, rows) => ({
          copy: idOf(n % per(50)(rows)),
          member: idOf(n % EMPLOYEES),
          dueOn: new Date(Date.UTC(2026, 0, 1) - n * 60_000).toISOString().slice(0, 10),
        }),
      ],
    ],
    asks: (rows) => [
      { name: 'by author', of: 'loans', list: { sort: ['author', 'ASC'] } },
      { name: 'by worth', of: 'loans', list: { sort: ['worth', 'DESC'] } },
      { name: 'an author’s', of: 'loans', list: { filter: { author: `author ${per(200)(rows)}` } } },
      { name: 'a genre’s, by author', of: 'loans', list: { filter: { genre: 'Law' }, sort: ['author', 'DESC'] } },
      { name: 'a branch’s', of: 'loans', list: { filter: { branch: idOf(3) } } },
      { name: 'search of authors', of: 'loans', list: { filter: { q: `author ${per(200)(rows)}` } } },
      { name: 'search that finds all authors', of: 'loans', list: { filter: { q: 'author' } }, grows: true },
      { name: 'an employee’s, by author', of: 'loans', role: 'employee', list: { sort: ['author', 'ASC'] } },
      { name: 'report by author', of: 'loans', report: 'byAuthor', grows: true },
      { name: 'report of one sum', of: 'loans', report: 'worthOut', grows: true },
      {
        name: 'by author, for who sees some books alone',
        of: 'loans',
        role: 'laboratory',
        list: { sort: ['author', 'ASC'] },
      },
    ],
  }),
  scene({
    name: 'reports',
    resources: [expenses],
    records: [
      [
        'expenses',
        (rows) => rows,
        (n) => ({
          title: `Way ${n}`,
          kind: KINDS[n % 3],
          amount: (n % 5000) / 100,
          miles: n % 80,
          spentAt: spentAt(n),
          billedOn: n % 5 ? spentAt(n).slice(0, 10) : null,
          paidBy: idOf(n % EMPLOYEES),
          refund: n % 50 ? null : 1,
        }),
      ],
    ],
    // Reports read the records.
    asks: () =>
      (
        [
          { name: 'how many', report: 'number' },
          { name: 'spent a week', report: 'perWeek' },
          { name: 'spent a week, of one kind', report: 'perWeek', filter: { kind: 'Fuel' } },
          { name: 'spent a day', report: 'perDay' },
          { name: 'billed a month', report: 'billed' },
          { name: 'billed lately', report: 'lastMonths' },
          { name: 'who spends', report: 'byPerson' },
          { name: 'an employee’s weeks', role: 'employee', report: 'perWeek' },
          { name: 'refunded', report: 'refunded' },
          { name: 'by kind, with least and greatest', report: 'byKind' },
          { name: 'fuel, with an average of fractions', report: 'fuel' },
          { name: 'spent a week, since a day', report: 'perWeek', filter: { since: '2026-06-01' } },
          { name: 'spent a week, since a moment', report: 'perWeek', filter: { since: '2026-06-01T12:00:00Z' } },
        ] as const
      ).map((ask) => ({ ...ask, of: 'expenses', grows: true })),
  }),
];

/** Fills the empty collections of a scene; `rows` is the size of the largest. */
export async function fillScene(
  { db }: Store,
  { records }: BenchScene,
  collections: readonly Collection[],
  rows: number,
) {
  await db.transaction().execute(async (transaction) => {
    for (const [name, countOf, values] of records) {
      const collection = collections.find(({ resource }) => resource.name === name) as Collection;
      const count = countOf(rows);
      for (let from = 0; from < count; from += 500) {
        const part = Array.from({ length: Math.min(500, count - from) }, (_, at) => {
          const n = from + at;
          const system = {
            id: idOf(n),
            version: 1,
            created_at: n,
            created_by: null,
            changed_at: n,
            changed_by: null,
          };
          return { ...toRowColumns(collection, values(n, rows), ZONE), ...system };
        });
        await toCollectionDb(transaction)
          .insertInto(collection.table)
          .values(part as never)
          .execute();
      }
    }
  });
}
