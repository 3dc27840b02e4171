import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { choice, date, type Fields, me, money, number, reference, references, text, today } from 'portal-frame';
import type { RecordValues } from 'portal-frame/internal/records';
import { resourceOf } from 'portal-frame/testing/helpers';
import { beforeAll, expect, test } from 'vitest';
import { serverForAll } from './harness.ts';
import { sendCollectionImport } from './importing.ts';
import { clientOf } from './supplies.ts';
import { tracesOf } from './traces.ts';

const can = ['list', 'show', 'create', 'edit', 'delete', 'import'] as const;
/** Two of a kind: of one each changed record is looked at by a hook, so that they are written one by one. */
const boxes = (name: string) => {
  const fields = {
    title: text({ required: true, unique: true }),
    price: money(),
    weight: number(),
    laboratory: reference({ to: 'laboratories', text: '{fullName}' }),
    staff: references({ to: 'employees', text: '{fullName}' }),
  } as Fields;
  const own = {
    state: choice({ choices: ['Open', 'Closed'], required: true }),
    movedOn: date({ readOnly: true }),
    movedBy: text({ readOnly: true }),
    double: money(),
  } as Fields;
  const ask = ['weight', 'staff'].map((field) => ({ field, required: false }));
  return resourceOf(
    name,
    { ...fields, ...own },
    {
      compute: { double: ({ price, weight }: RecordValues) => Number(price ?? 0) * 2 + Number(weight ?? 0) },
      validate: ({ price, weight }: RecordValues) =>
        Number(weight) > 500 && Number(price) > 100 ? { weight: 'Too heavy.' } : {},
      list: { columns: ['title', 'state'], filters: ['laboratory'], sortable: ['double'], search: ['title'] },
      history: true,
      states: { field: 'state', start: 'Open', transitions: { close: { from: 'Open', to: 'Closed', bulk: true } } },
      actions: {
        move: {
          field: 'laboratory',
          placement: 'header',
          inputs: ask,
          values: { movedOn: today, movedBy: me },
          bulk: true,
        },
      },
      create: { groups: [{ label: 'Box', fields: Object.keys(fields) }] },
      reports: {
        byLaboratory: { label: 'A', measures: ['count', { sum: 'double' }], groupBy: 'laboratory', display: 'table' },
      },
      roles: {
        admin: { can: [...can, 'close', 'move'] },
        laboratory: { can: ['list', 'show', 'close', 'move'], where: { laboratory: me } },
        employee: { can: ['list', 'show'], where: { staff: me } },
      },
    },
  );
};
const [TOGETHER, ONE_BY_ONE] = ['boxes', 'crates'];
const BOTH = [TOGETHER, ONE_BY_ONE] as const;

const resources = BOTH.map(boxes);
const looks = { change: () => undefined, transition: () => undefined };
const server = serverForAll({}, { resources, hooks: { [ONE_BY_ONE]: { before: looks } } });
const ids: Record<string, string[]> = {};
beforeAll(async () => {
  const { laboratory, employee, employee2 } = server.ids;
  const lines = Array.from({ length: 150 }, (_, n) => {
    const staff = ['', employee, `${employee2}; ${employee}`][n % 3];
    return [`Box ${n}`, n % 7 === 0 ? '' : `${n}.25`, n % 5, n % 2 ? laboratory : '', staff].join(',');
  });
  for (const name of BOTH) {
    await sendCollectionImport(server, name, ['Title,Price,Weight,Laboratory,Staff', ...lines].join('\n'));
    const { body } = await clientOf(server, 'admin', name).list({ range: [0, 999] });
    ids[name] = (body as { id: string }[]).map(({ id }) => id).toSorted();
  }
});

const traces = (name: string) =>
  tracesOf(server, name, { links: 'staff', reports: ['byLaboratory'], operation: 'change' });
const some = (name: string, from: number, to: number) => (ids[name] ?? []).slice(from, to);
const act = (name: string, action: string, of: string[], values?: object, by: 'admin' | 'laboratory' = 'admin') =>
  clientOf(server, by, name).send('POST', `/many/${action}`, { ids: of, ...(values && { values }) });
/** A reply with the places of records for their ids. */
const placed = (name: string, { http, body }: { http: number; body: unknown }) => {
  const text = (ids[name] ?? []).reduce((all, id, place) => all.replaceAll(id, `#${place}`), JSON.stringify(body));
  return { http, body: JSON.parse(text.replaceAll(name, 'it').replaceAll(/"20\d\d-[^"]*Z"/g, '""')) };
};

async function repliesOf(work: (name: string) => Promise<{ http: number; body: unknown }>, expected: number) {
  const replies = [];
  for (const name of BOTH) replies.push(placed(name, await work(name)));
  expect(replies[0]?.http, JSON.stringify(replies[0]?.body)).toBe(expected);
  expect(replies[0]).toEqual(replies[1]);
}

test('changes records in bulk with the same result as one by one', async () => {
  const { laboratory2, employee2 } = server.ids;
  await repliesOf((name) => act(name, 'move', some(name, 0, 90), { laboratory: laboratory2, staff: [employee2] }), 200);
  await repliesOf((name) => act(name, 'move', some(name, 60, 150), { laboratory: laboratory2, weight: 7.1 }), 200);
  await repliesOf((name) => act(name, 'close', some(name, 10, 120)), 200);
  // Nothing differs any more.
  await repliesOf((name) => act(name, 'move', some(name, 75, 85), { laboratory: laboratory2, weight: 7.1 }), 200);
  const [together, oneByOne] = [await traces(TOGETHER), await traces(ONE_BY_ONE)];
  expect(together).toEqual(oneByOne);
  const { history, trail, events } = together;
  expect([history.length, trail.length, events.length]).toEqual([440, 300, 440]);
});

test('refuses with the same messages, and changes nothing', async () => {
  const before = await traces(TOGETHER);
  const { laboratory, employee } = server.ids;
  await repliesOf((name) => act(name, 'close', some(name, 115, 125)), 409);
  await repliesOf((name) => act(name, 'close', [...some(name, 125, 128), 'none']), 404);
  await repliesOf((name) => act(name, 'close', some(name, 0, 5), undefined, 'laboratory'), 404);
  await repliesOf((name) => act(name, 'move', some(name, 0, 150), { laboratory, weight: 501 }), 400);
  await repliesOf((name) => act(name, 'move', some(name, 0, 5), { laboratory: employee }), 400);
  await repliesOf((name) => act(name, 'move', some(name, 0, 5), { laboratory, staff: ['none'] }), 400);
  await repliesOf((name) => act(name, 'move', some(name, 0, 5), {}), 400);
  expect(await traces(TOGETHER)).toEqual(before);
});

test.each(BOTH)('%s: reads a record again that changes between its check and its turn', async (name) => {
  const [first = '', second = '', third = ''] = some(name, 130, 133);
  let acting: ReturnType<typeof act> | undefined;
  await server.services.db.transaction().execute(async (trx) => {
    await sql`update ${sql.table(`c_${name}`)} set text_state = 'Closed', version = version + 1 where id = ${second}`.execute(
      trx,
    );
    acting = act(name, 'close', [first, second, third]);
    await pause(300);
  });
  const { http, body } = (await acting) as { http: number; body: { data: { errors: object } } };
  expect([http, Object.keys(body.data.errors)]).toEqual([409, [second]]);
  expect((await clientOf(server, 'admin', name).one(first)).body.state).toBe('Open');
});

test('refuses all records if one has another version than the sender saw', async () => {
  for (const name of BOTH) {
    const chosen = some(name, 140, 143);
    const { body } = await clientOf(server, 'admin', name).list({ filter: { id: chosen } });
    const versions = Object.fromEntries(
      (body as { id: string; version: number }[]).map((one) => [one.id, one.version]),
    );
    const values = { laboratory: server.ids.laboratory };
    const send = (sent: object) =>
      clientOf(server, 'admin', name).send('POST', '/many/move', { ids: chosen, values, versions: sent });
    const [stale = ''] = chosen;
    const refused = await send({ ...versions, [stale]: (versions[stale] ?? 0) + 1 });
    expect(refused.http).toBe(409);
    expect(Object.keys(refused.body.data.errors)).toEqual([stale]);
    expect((await send(versions)).http).toBe(200);
  }
});
