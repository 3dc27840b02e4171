import type { AnyResource } from 'portal-frame';
import { API_ROOT } from 'portal-frame/wire';
import orders from '../fixtures/orders.ts';
import orderTests from '../fixtures/orderTests.ts';
import tubes from '../fixtures/tubes.ts';
import { idOf } from './collectionRows.ts';
import { type BenchScene, SCENES } from './collectionScenes.ts';

/** Messages to the server process: reset the turn measurement, get the longest turn, or create a backup. */
export type Asked = 'turns' | 'longest' | 'backup';

export const PEOPLE = ['busy', 'other'] as const;

/** Number of rounds, of cascaded records per deletion, and of records per action. */
interface Sizes {
  times: number;
  along: number;
  many: number;
}
export const SIZES: Sizes = { times: 12, along: 900, many: 500 };

/** Orders deleted with their tests, and tubes handed over together. */
export const changedRecords = ({ times, along, many }: Sizes): BenchScene['records'] => [
  ['orders', () => times, (n) => ({ number: `O-${n}`, laboratory: idOf(3), urgency: 'Routine' })],
  [
    'orderTests',
    () => times * along,
    (n) => ({
      order: idOf(Math.floor(n / along)),
      analyte: `Analyte ${n}`,
      tube: 'Serum',
      amount: 1,
      price: 2,
      place: n % along,
    }),
  ],
  [
    'tubes',
    () => times * many,
    (n) => ({ barcode: `T-${n}`, volume: 2, capacity: 4, filled: 50, collectedOn: '2026-03-09', state: 'Collected' }),
  ],
];
export const CHANGED = [orders, orderTests, tubes] as unknown as AnyResource[];

export const tubesOf = (round: number, { many }: Sizes) =>
  Array.from({ length: many }, (_, n) => idOf(round * many + n));

const expenses = SCENES.find(({ name }) => name === 'reports') as BenchScene;

export const SCENE: BenchScene = {
  name: 'waits',
  resources: [...expenses.resources, ...CHANGED],
  records: [...expenses.records, ...changedRecords(SIZES)],
  asks: () => [],
};

export type Send = (path: string, method?: string, body?: unknown) => Promise<void>;

const at = (name: string, query: object) =>
  `/${name}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, JSON.stringify(value)]))}`;

function importForm(round: number, dryRun: boolean): FormData {
  const rows = Array.from(
    { length: 2000 },
    (_, n) => `Round ${round} ${n},Fuel,${n % 90}.50,${n % 80},2026-03-1${n % 9} 09:30`,
  );
  const form = new FormData();
  form.append('file', new File([['Title,Kind,Amount,Miles,Spent At', ...rows].join('\n')], 'expenses.csv'));
  form.append('dryRun', String(dryRun));
  return form;
}

/** Work of one client while another sends small requests. */
export const worksOf = (
  send: Send,
  backup: () => Promise<unknown>,
): [string, (round: number) => Promise<unknown>][] => [
  ['a page of a list', () => send(at('expenses', { range: [0, 99] }))],
  [
    'an export: twenty pages of 1,000',
    async () => {
      for (let page = 0; page < 20; page++)
        await send(`${at('expenses', { range: [page * 1000, page * 1000 + 999] })}&export=true`);
    },
  ],
  ['a search that finds one in nine', () => send(at('expenses', { filter: { q: 'way 1' } }))],
  [
    'six such searches at a time',
    () => Promise.all(Array.from({ length: 6 }, (_, n) => send(at('expenses', { filter: { q: `way ${n + 1}` } })))),
  ],
  ['a report that reads everything', () => send('/expenses/reports/byKind')],
  ['six such reports at a time', () => Promise.all(Array.from({ length: 6 }, () => send('/expenses/reports/byKind')))],
  ['2,000 rows imported: tried', (round) => send('/expenses/import', 'POST', importForm(round, true))],
  ['2,000 rows imported: written', (round) => send('/expenses/import', 'POST', importForm(round, false))],
  [
    `an action on ${SIZES.many} records`,
    (round) => send('/tubes/many/handOver', 'POST', { ids: tubesOf(round, SIZES) }),
  ],
  [`a deletion that takes ${SIZES.along} records along`, (round) => send(`/orders/${idOf(round)}`, 'DELETE')],
  ['a backup', backup],
];

/** Small requests of the other client. */
export const LITTLE = [at('expenses', { range: [0, 9], sort: ['amount', 'DESC'] }), `/expenses/${idOf(7)}`] as const;
export const WRITTEN = `/expenses/${idOf(8)}`;
export const addressOf = (path: string) => `${API_ROOT}/collections${path}`;
