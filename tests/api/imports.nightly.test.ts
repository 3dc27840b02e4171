import {
  choice,
  dateTime,
  type Fields,
  me,
  money,
  number,
  type RecordValues,
  reference,
  references,
  text,
} from 'portal-frame';
import { resourceOf } from 'portal-frame/testing/helpers';
import { beforeAll, expect, test } from 'vitest';
import { type Person, serverForAll } from './harness.ts';
import { sendCollectionImport } from './importing.ts';
import { clientOf } from './supplies.ts';
import { tracesOf } from './traces.ts';

const all = ['list', 'show', 'create', 'edit', 'delete', 'export', 'import'] as const;
const shelves = resourceOf(
  'shelves',
  { title: text({ required: true }), code: text({ unique: true }) },
  { roles: { admin: { can: all } } },
);
/** Two equal collections. A hook of the second one makes the import write its records one by one. */
const boxes = (name: string) => {
  const fields = {
    title: text({ required: true, unique: true }),
    kind: choice({ choices: ['Cold', 'Warm'], default: 'Cold' }),
    price: money(),
    weight: number(),
    packedAt: dateTime(),
    laboratory: reference({ to: 'laboratories', text: '{fullName}' }),
    shelf: reference({ to: 'shelves', text: '{title}', value: 'code' }),
    staff: references({ to: 'employees', text: '{fullName}' }),
    double: money(),
  } as Fields;
  const measures = ['count', { sum: 'price' }, { average: 'weight' }];
  const { double: _, ...filledIn } = fields;
  return resourceOf(name, fields, {
    list: { columns: ['title', 'kind'], filters: ['kind', 'laboratory'], sortable: ['price'], search: ['title'] },
    history: true,
    compute: { double: ({ price }: RecordValues) => (typeof price === 'number' ? price * 2 : null) },
    create: { groups: [{ label: 'Box', fields: Object.keys(filledIn) }] },
    reports: {
      byLaboratory: { label: 'By laboratory', measures, groupBy: 'laboratory', display: 'table' },
      perDay: { label: 'A day', groupBy: { field: 'packedAt', by: 'day' }, display: 'table' },
    },
    roles: {
      admin: { can: all },
      laboratory: { can: ['list', 'show'], where: { laboratory: me } },
      employee: { can: ['list', 'show', 'create', 'import'], where: { or: [{ staff: me }, { kind: 'Warm' }] } },
    },
  });
};
const [TOGETHER, ONE_BY_ONE] = ['boxes', 'crates'];

const resources = [shelves, boxes(TOGETHER), boxes(ONE_BY_ONE)];
const server = serverForAll({}, { resources, hooks: { [ONE_BY_ONE]: { before: { create: () => undefined } } } });
beforeAll(async () => {
  for (const code of ['S1', 'S2']) await clientOf(server, 'admin', 'shelves').create({ title: `Shelf ${code}`, code });
});

const send = (by: Person, name: string, content: string) => sendCollectionImport(server, name, content, { by });

const traces = (name: string) =>
  tracesOf(server, name, { links: 'staff', reports: ['byLaboratory', 'perDay'], operation: 'create' });

test('writes the same records in bulk as one by one', async () => {
  const { laboratory, laboratory2, employee, employee2 } = server.ids;
  const lines = Array.from({ length: 601 }, (_, n) => {
    const kind = n % 3 === 0 ? 'Warm' : '';
    const [price, weight] = [n % 7 === 0 ? '' : `${n}.25`, n % 5 === 0 ? '' : String((n * 0.1) / 3)];
    const packed = `3/${1 + (n % 20)}/2026 2:30 PM`;
    const lab = ['', laboratory, laboratory2][n % 3];
    const staff = ['', employee, `${employee2}; ${employee}`][n % 3];
    return [`Ñandú ${n}`, kind, price, weight, packed, lab, ['', 'S1', 'S2'][n % 3], staff].join(',');
  });
  const file = ['Title,Kind,Price,Weight,Packed At,Laboratory,Shelf,Staff', ...lines].join('\n');
  for (const name of [TOGETHER, ONE_BY_ONE])
    expect((await send('admin', name, file)).body).toMatchObject({ written: 601 });
  const [together, oneByOne] = [await traces(TOGETHER), await traces(ONE_BY_ONE)];
  expect([together.made.length, together.links.length, together.history.length]).toEqual([601, 600, 601]);
  expect([together.events.length, together.trail.length]).toEqual([601, 601]);
  expect(together).toEqual(oneByOne);
});
