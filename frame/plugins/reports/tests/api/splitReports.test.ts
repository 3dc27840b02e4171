import { type AnyResource, choice, date, money, reference, text, toggle } from 'portal-frame';
import { records, systemContext } from 'portal-frame/server';
import { resourceOf } from 'portal-frame/testing/helpers';
import { beforeAll, expect, test } from 'vitest';
import { clientOf } from '../../../../tests/api/client.ts';
import { type Person, serverForAll } from '../../../../tests/api/harness.ts';

type Sale = Record<'id' | 'kind' | 'soldOn' | 'shop', string | null> & { gift: boolean; amount: number };
type Figures = Record<string, number | null>;
interface Report {
  columns: { value: unknown; label?: string; others?: boolean; values: Figures }[];
  groups: { value: unknown; label?: string; values: Figures; columns: Figures[] }[];
  total: Figures;
  more: boolean;
}

const KINDS = ['Fuel', 'Parking', 'Material', 'Unused'];
const SHOPS = 15;
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const sales = resourceOf(
  'sales',
  {
    title: text(),
    kind: choice({ choices: KINDS }),
    gift: toggle(),
    amount: money(),
    soldOn: date(),
    shop: reference({ to: 'shops', text: '{title}' }),
    secret: choice({ choices: ['Yes', 'No'], read: ['admin'] }),
  },
  {
    reports: {
      kinds: {
        label: 'Kinds',
        measures: [{ sum: 'amount' }],
        groupBy: { field: 'soldOn', by: 'month' },
        splitBy: 'kind',
      },
      means: { label: 'Means', measures: [{ average: 'amount' }], groupBy: 'shop', splitBy: 'kind' },
      gifts: { label: 'Gifts', groupBy: 'kind', splitBy: 'gift' },
      shops: { label: 'Shops', measures: [{ sum: 'amount' }], groupBy: 'kind', splitBy: 'shop' },
      lately: {
        ...{ label: 'Lately', measures: [{ min: 'amount' }], groupBy: { field: 'soldOn', by: 'month', last: 2 } },
        splitBy: 'shop',
      },
      secrets: { label: 'Secrets', groupBy: 'kind', splitBy: 'secret', roles: ['admin'] },
    },
    roles: { admin: { can: ['list', 'create'] }, worker: { can: ['list'], where: { gift: true } } },
  },
);
const roles = { admin: { can: ['list'] }, worker: { can: ['list'] } };
const shops = resourceOf('shops', { title: text() }, { title: '{title}', roles });
/** Each shop sells in all months; every fourth sale has no kind, every seventh no day. */
const saleOf = (n: number, shop: string | undefined) => ({
  ...{ title: `Sale ${n}`, kind: n % 4 === 3 ? null : KINDS[n % 4], gift: n % 3 === 0, amount: n + (n % 100) / 100 },
  ...{ soldOn: n % 7 ? dayBefore(2 + n) : null, shop, secret: n % 2 ? 'Yes' : 'No' },
});

const resources: AnyResource[] = [sales, shops];
const server = serverForAll({}, { resources });
beforeAll(async () => {
  const api = records(systemContext(server.services));
  const names = Array.from({ length: SHOPS }, (_, n) => ({ title: `Shop ${n}` }));
  const open = await api.createMany('shops', names);
  await api.createMany(
    'sales',
    Array.from({ length: 210 }, (_, n) => saleOf(n, open[n % SHOPS]?.id)),
  );
});

const read = (person: Person, name: string) => clientOf(server, person, 'sales').send('GET', `/reports/${name}`);
async function readReport(person: Person, name: string): Promise<Report> {
  const { http, body } = await read(person, name);
  expect([http, body.message]).toEqual([200, undefined]);
  return body as Report;
}

const AGGREGATES = {
  count: (amounts: number[]) => amounts.length,
  sum_amount: (amounts: number[]) => amounts.reduce((sum, one) => sum + one, 0) / 100,
  average_amount: (amounts: number[]) =>
    amounts.length > 0 ? Math.round(amounts.reduce((sum, one) => sum + one, 0) / amounts.length) / 100 : null,
  min_amount: (amounts: number[]) => (amounts.length > 0 ? Math.min(...amounts) / 100 : null),
};

/** Compares every cell and total of a report with a count in JavaScript of the records that the person lists. */
async function expectRecounted(person: Person, name: string, measure: keyof typeof AGGREGATES) {
  const { groupBy, splitBy } = { ...sales.reports?.[name] } as { groupBy: string | object; splitBy: keyof Sale };
  const report = await readReport(person, name);
  const listed = (await clientOf(server, person, 'sales').list({ range: [0, 999] })).body as Sale[];
  const getGroup = (sale: Sale) =>
    typeof groupBy === 'string' ? sale[groupBy as keyof Sale] : sale.soldOn && `${sale.soldOn.slice(0, 7)}-01`;
  const grouped = report.groups.map(({ value }) => value);
  const named = report.columns.flatMap(({ value, others }) => (others ? [] : [value]));
  const rows = listed.filter((sale) => grouped.includes(getGroup(sale)));
  const isIn = (sale: Sale, { value, others }: Report['columns'][number]) =>
    others ? !named.includes(sale[splitBy]) : sale[splitBy] === value;
  const recount = (of: Sale[]) => ({
    [measure]: AGGREGATES[measure](of.map(({ amount }) => Math.round(amount * 100))),
  });
  expect(report.total).toEqual(recount(rows));
  expect(report.columns.map(({ values }) => values)).toEqual(
    report.columns.map((column) => recount(rows.filter((sale) => isIn(sale, column)))),
  );
  for (const { value, values, columns } of report.groups) {
    const own = rows.filter((sale) => getGroup(sale) === value);
    expect([value, values]).toEqual([value, recount(own)]);
    expect(columns).toEqual(report.columns.map((column) => recount(own.filter((sale) => isIn(sale, column)))));
  }
  return { ...report, rows };
}

test('splits months by a choice, with records without a month or a kind', async () => {
  const { columns, groups, rows } = await expectRecounted('admin', 'kinds', 'sum_amount');
  expect(columns.map(({ value }) => value)).toEqual([...KINDS, null]);
  expect([rows.length, groups.length > 6, groups.at(-1)?.value]).toEqual([210, true, null]);
});

test('computes averages from the records, in cells and totals', async () => {
  const { groups } = await expectRecounted('admin', 'means', 'average_amount');
  expect([groups.length, groups[0]?.label]).toEqual([SHOPS, 'Shop 14']);
});

test('splits by a toggle, without empty columns beside its values', async () => {
  const { columns } = await expectRecounted('admin', 'gifts', 'count');
  expect(columns).toEqual([
    { value: true, values: { count: 70 } },
    { value: false, values: { count: 140 } },
  ]);
});

test('shows the 12 largest references as columns, and the others as one', async () => {
  const { columns } = await expectRecounted('admin', 'shops', 'sum_amount');
  expect(columns.map(({ label, others }) => others ?? label)).toEqual([
    ...Array.from({ length: 12 }, (_, at) => `Shop ${14 - at}`),
    true,
  ]);
});

test('limits rows and columns to the last periods', async () => {
  const { groups, columns, rows } = await expectRecounted('admin', 'lately', 'min_amount');
  expect([groups.length, rows.length > 20, columns.length]).toEqual([2, true, 13]);
});

test('refuses roles without the right to read the field of the columns', async () => {
  expect((await readReport('admin', 'secrets')).columns.map(({ value }) => value)).toEqual(['Yes', 'No']);
  expect((await read('worker', 'secrets')).http).toBe(403);
});
