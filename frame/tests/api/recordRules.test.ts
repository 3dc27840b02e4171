import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { AnyResource } from '../../config/resource.ts';
import { date, dateTime, reference, text } from '../../fields/index.ts';
import type { Fields } from '../../fields/kind.ts';
import { records } from '../../server/records/operations/recordsApi.ts';
import { systemContext, transaction } from '../../server/records/operations/recordsContext.ts';
import { formatPlan } from '../../server/schemaSync/formatPlan.ts';
import { changing } from './changing.ts';
import { clientOf } from './client.ts';
import { hasPlugin, serverForAll } from './harness.ts';
import { lasting } from './lasting.ts';
import { resourceOf } from './resourceOf.ts';
import { RULED } from './ruledCollections.ts';
import { casesOf } from './size.ts';

const server = serverForAll({}, { resources: RULED });
const items = clientOf(server, 'admin', 'items');
const rentals = clientOf(server, 'admin', 'rentals');
const bookings = clientOf(server, 'admin', 'bookings');
const prices = clientOf(server, 'admin', 'prices');

const year = new Date().getFullYear();
/** A moment of this year in New York (4 hours behind UTC in May). */
const may = (day: number, hour = 8) => new Date(Date.UTC(year, 4, day, hour + 4)).toISOString();
const newItem = async () => (await items.create({ serial: 'Saw' })).body.id as string;
const rent = (item: string | null, from: string | null, to: string | null, title = 'Drill 3') =>
  rentals.create({ title, item, from, to });
const csv = (content: string) => ({ file: [new File([content], 'rentals.csv', { type: 'text/csv' })] });
const expectConflict = ({ http, body }: Awaited<ReturnType<typeof rent>>, message: string, ...fields: string[]) => {
  expect([http, body.message]).toEqual([409, message]);
  expect(body.data.errors).toEqual(Object.fromEntries(fields.map((field) => [field, message])));
};
const TIMES = 'Overlaps with Drill 3, May 4 at 8:00 AM to May 9 at 8:00 AM.';

describe('unique combinations of fields', () => {
  test('compare texts without case, and ignore missing values', async () => {
    const item = await newItem();
    expect(await prices.create({ title: 'A', item, name: 'Día' })).toMatchObject({ http: 201 });
    expectConflict(
      await prices.create({ title: 'B', item, name: ' DÍA ' }),
      'A has these values already.',
      'item',
      'name',
    );
    for (const values of [{ item: await newItem(), name: 'Día' }, { item, name: 'Dia' }, { item }, { item }])
      expect(await prices.create({ title: 'C', ...values })).toMatchObject({ http: 201 });
  });

  test('apply to updates, and records restored from the bin', async () => {
    const item = await newItem();
    const first = (await prices.create({ title: 'First', item, name: 'x' })).body;
    const other = (await prices.create({ title: 'Other', item, name: 'y' })).body;
    expectConflict(await prices.update(other.id, { name: 'X' }), 'First has these values already.', 'item', 'name');
    expect(await prices.update(first.id, { name: 'X' })).toMatchObject({ http: 200 });
    expect(await prices.remove(first.id)).toMatchObject({ http: 200 });
    expect(await prices.update(other.id, { name: 'X' })).toMatchObject({ http: 200 });
    const restored = await prices.send('POST', `/bin/${first.id}/restore`, {});
    expectConflict(restored, 'Other has these values already.', 'item', 'name');
  });

  test.runIf(hasPlugin('imports'))('apply to imports', async () => {
    const { http, body } = await prices.upload('/import', csv('Title,Kind\nP,day\nP,week\np,day\n'), {});
    expect(http).toBe(400);
    expect(body.data.rowErrors.map((one: { row: number; message: string }) => [one.row, one.message])).toEqual(
      Array(2).fill([4, 'Another record has these values already.']),
    );
  });

  test('do not name a record to a person who may not see it', async () => {
    const item = await newItem();
    await prices.create({ title: 'Secret', item, name: 'x' });
    const refused = await clientOf(server, 'worker', 'prices').create({ title: 'B', item, name: 'x' });
    expectConflict(refused, 'Another record has these values already.', 'item', 'name');
  });

  test('accept one of two concurrent requests', async () => {
    const item = await newItem();
    const all = await Promise.all([1, 2, 3, 4].map((n) => prices.create({ title: `T${n}`, item, name: 'once' })));
    expect(all.map(({ http }) => http).toSorted()).toEqual([201, 409, 409, 409]);
    const winner = all.find(({ http }) => http === 201)?.body.title;
    for (const lost of all.filter(({ http }) => http === 409))
      expectConflict(lost, `${winner} has these values already.`, 'item', 'name');
  });
});

describe('overlap rule', () => {
  test('lets periods touch: moments are half-open', async () => {
    const item = await newItem();
    expect(await rent(item, may(4), may(9))).toMatchObject({ http: 201 });
    expectConflict(await rent(item, may(8), may(10)), TIMES, 'from', 'to');
    expectConflict(await rent(item, may(1), may(30)), TIMES, 'from', 'to');
    expectConflict(await rent(item, may(3), null), TIMES, 'from', 'to');
    expect(await rent(item, may(9), may(10), 'After')).toMatchObject({ http: 201 });
    expect(await rent(item, may(3), may(4), 'Before')).toMatchObject({ http: 201 });
    expect(await rent(await newItem(), may(5), may(6))).toMatchObject({ http: 201 });
  });

  test('ignores records without item or start, and empty periods', async () => {
    const item = await newItem();
    await rent(item, may(4), may(9));
    for (const [of, from, to] of [
      [null, may(4), may(9)],
      [item, null, may(9)],
      [item, may(5), may(5)],
    ] as const)
      expect(await rent(of, from, to)).toMatchObject({ http: 201 });
    expect(await rent(item, may(8), may(5))).toMatchObject({ http: 201 });
  });

  test('treats a period without an end as endless', async () => {
    const item = await newItem();
    await rent(item, may(4), null);
    expectConflict(
      await rent(item, may(20), may(21)),
      'Overlaps with Drill 3, from May 4 at 8:00 AM on.',
      'from',
      'to',
    );
    expect(await rent(item, may(1), may(4))).toMatchObject({ http: 201 });
  });

  test('counts whole days, both included, and compares texts without case', async () => {
    const book = (room: string, from: string, to: string | null) => bookings.create({ room, from, to });
    await book('Blue', `${year}-05-04`, `${year}-05-09`);
    const refused = await book(' BLUE', `${year}-05-09`, `${year}-05-12`);
    expectConflict(refused, 'Overlaps with Blue, May 4 to May 9.', 'from', 'to');
    expect(await book('blue', `${year}-05-10`, `${year}-05-10`)).toMatchObject({ http: 201 });
    expectConflict(await book('blue', '2020-05-10', null), 'Overlaps with blue, May 10 to May 10.', 'from', 'to');
    expect(await book('bluE', '2020-05-10', '2021-01-01')).toMatchObject({ http: 201 });
    const old = await book('blue', '2020-12-31', '2021-01-02');
    expectConflict(old, 'Overlaps with bluE, May 10, 2020 to January 1, 2021.', 'from', 'to');
  });

  test('names records in the language of the request', async () => {
    const item = await newItem();
    await rent(item, may(4), may(9));
    const headers = { 'accept-language': 'es' };
    const { body } = await rentals.send('POST', '', { title: 'x', item, from: may(5), to: may(6) }, headers);
    expect(body.message).toMatch(/^Coincide con Drill 3, del 4 de mayo.* al 9 de mayo.*\.$/);
  });

  test('names no record to a person who may not see it', async () => {
    const item = await newItem();
    await rent(item, may(4), may(9));
    const sent = { title: 'Mine', item, from: may(5), to: may(6), clerk: server.ids.worker };
    const worker = clientOf(server, 'worker', 'rentals');
    expectConflict(await worker.create(sent), 'Overlaps with another record.', 'from', 'to');
    expect(await worker.create({ ...sent, from: may(9), to: may(10) })).toMatchObject({ http: 201 });
    expectConflict(
      await worker.create({ ...sent, from: may(9), to: null }),
      'Overlaps with Mine, May 9 at 8:00 AM to May 10 at 8:00 AM.',
      'from',
      'to',
    );
  });

  test('applies to updates, history, bin and bulk actions', async () => {
    const item = await newItem();
    await rent(item, may(4), may(9));
    const other = (await rent(item, may(10), may(12), 'Other')).body;
    expectConflict(await rentals.update(other.id, { from: may(8) }), TIMES, 'from', 'to');
    const moved = (await rentals.update(other.id, { from: may(20), to: may(21) })).body;
    expect(moved.version).toBe(2);
    const third = (await rent(item, may(11), may(12), 'Third')).body;
    const back = await rentals.send('POST', `/${other.id}/restore`, { to: 1 });
    expectConflict(back, 'Overlaps with Third, May 11 at 8:00 AM to May 12 at 8:00 AM.', 'from', 'to');
    expect(await rentals.remove(third.id)).toMatchObject({ http: 200 });
    expect(await rentals.send('POST', `/${other.id}/restore`, { to: 1 })).toMatchObject({ http: 200 });
    const restored = await rentals.send('POST', `/bin/${third.id}/restore`, {});
    expectConflict(restored, 'Overlaps with Other, May 10 at 8:00 AM to May 12 at 8:00 AM.', 'from', 'to');

    const free = (await rent(null, may(5), may(6), 'Free')).body;
    const { http, body } = await rentals.send('POST', '/many/assign', { ids: [free.id, other.id], values: { item } });
    expect([http, body.data.errors]).toEqual([409, { [free.id]: TIMES }]);
    expect((await rentals.one(free.id)).body.item).toBeNull();
  });

  test.runIf(hasPlugin('imports'))('applies to imports, by row, also in a dry run', async () => {
    const item = await newItem();
    await rent(item, may(4), may(9));
    const row = (title: string, from: number, to: number) => `${title},${item},${may(from)},${may(to)}\n`;
    const file = `Title,Item,From,To\n${row('One', 1, 3)}${row('Two', 2, 4)}${row('Three', 8, 10)}`;
    for (const dryRun of [true, false]) {
      const { body } = await rentals.upload('/import', csv(file), { dryRun });
      const { rowErrors } = body.data ?? body;
      expect(rowErrors.map((one: { row: number; field: string; message: string }) => Object.values(one))).toEqual([
        [3, 'from', 'Overlaps with another record.'],
        [3, 'to', 'Overlaps with another record.'],
        [4, 'from', TIMES],
        [4, 'to', TIMES],
      ]);
    }
    const { http } = await rentals.upload('/import', csv(`Title,Item,From,To\n${row('One', 1, 3)}`), {});
    expect(http).toBe(200);
  });

  test('accepts one of many concurrent requests, and names it to the others', async () => {
    const item = await newItem();
    const titles = Array.from({ length: 8 }, (_, n) => `At once ${n}`);
    const all = await Promise.all(titles.map((title) => rent(item, may(4), may(9), title)));
    const won = all.filter(({ http }) => http === 201);
    expect(won).toHaveLength(1);
    const message = TIMES.replace('Drill 3', won[0]?.body.title);
    for (const lost of all.filter((one) => one !== won[0])) expectConflict(lost, message, 'from', 'to');
  });
});

// Rows that were both written before one waits for the other are a deadlock.
test.runIf(process.env.TEST_DATABASE_URL)('lets a rental wait for a concurrent one of the same item', async () => {
  const item = await newItem();
  const values = { title: 'Drill 3', item, from: may(4), to: may(9) };
  const { services } = server;
  const findWaiting = async () =>
    (
      await sql`select 1 from pg_locks where locktype = 'advisory' and objsubid = 2 and not granted`.execute(
        services.db,
      )
    ).rows;
  const second = await transaction(systemContext(services), async (tx) => {
    await records(tx).create('rentals', values);
    const waiting = rent(item, may(5), may(6));
    await expect.poll(findWaiting).toHaveLength(1);
    return { waiting };
  });
  expectConflict(await second.waiting, TIMES, 'from', 'to');
});

describe('calendar filter on periods', () => {
  test('finds moments that overlap the days in the business zone, open ends included', async () => {
    const item = await newItem();
    for (const [title, from, to] of [
      ['ends before', may(1), may(4, 0)],
      ['ends inside', may(4, 0), may(4, 1)],
      ['spans', may(4, 2), may(30)],
      ['starts after', may(30), may(31)],
      ['open', may(31), null],
    ] as const)
      await rent(item, from, to, title);
    await rent(item, null, may(5), 'no start');
    await rent(item, may(5), may(3), 'reversed');
    const titlesOf = (...during: unknown[]) => rentals.titles({ filter: { item, during }, range: [0, 99] });
    expect(await titlesOf(`${year}-05-04`, `${year}-05-04`)).toEqual(['ends inside', 'spans']);
    expect(await titlesOf(`${year}-05-05`, `${year}-05-29`)).toEqual(['reversed', 'spans']);
    expect(await titlesOf(`${year + 1}-01-01`, `${year + 1}-01-31`)).toEqual(['open']);
    for (const during of [['2026-05-04'], '2026-05-04', [1, 2], ['2026-05-04', 'x']])
      expect(await rentals.list({ filter: { during } })).toMatchObject({ http: 400 });
    expect(await items.list({ filter: { during: ['2026-05-04', '2026-05-04'] } })).toMatchObject({ http: 400 });
  });

  test('includes the first and the last day of whole days', async () => {
    await bookings.create({ room: 'Calendar', from: `${year + 2}-05-04`, to: `${year + 2}-05-09` });
    const count = async (...during: string[]) => (await bookings.list({ filter: { during } })).body.length;
    expect(await count(`${year + 2}-05-09`, `${year + 2}-05-09`)).toBe(1);
    expect(await count(`${year + 2}-05-10`, `${year + 2}-05-31`)).toBe(0);
    expect(await count(`${year + 2}-05-01`, `${year + 2}-05-03`)).toBe(0);
    expect(await count(`${year + 2}-05-01`, `${year + 2}-05-04`)).toBe(1);
  });
});

const DAY = 86_400_000;
/** Creates, moves and deletes of generated periods, some at the same time. */
const operation = fc.record({
  does: fc.constantFrom('create', 'create', 'move', 'delete'),
  of: fc.nat(20),
  from: fc.option(fc.nat(30), { freq: 10, nil: null }),
  length: fc.option(fc.integer({ min: -1, max: 8 }), { freq: 8, nil: null }),
});
const toPeriod = ({ from, length }: { from: number | null; length: number | null }) => {
  const start = from === null ? null : Date.UTC(2026, 0, 1 + from);
  return {
    from: start === null ? null : new Date(start).toISOString(),
    to: length === null ? null : new Date((start ?? 0) + length * DAY).toISOString(),
  };
};
interface Stored {
  from: string | null;
  to: string | null;
}
const overlap = (one: Stored, other: Stored) => {
  const [a, b] = [one, other].map(({ from, to }) => [
    from === null ? Number.NaN : Date.parse(from),
    to === null ? Number.POSITIVE_INFINITY : Date.parse(to),
  ]) as [[number, number], [number, number]];
  return a[0] < a[1] && b[0] < b[1] && a[0] < b[1] && b[0] < a[1];
};
const findOverlap = (all: readonly Stored[]) =>
  all.find((one, at) => all.slice(at + 1).some((other) => overlap(one, other)));

test('allows no overlap in generated changes, and refuses nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(operation, { minLength: 1, maxLength: 3 }), { maxLength: 15 }),
      async (batches) => {
        const item = await newItem();
        const known = new Map<string, Stored>();
        for (const batch of batches) {
          const replies = await Promise.all(
            batch.map(async (one) => {
              const period = toPeriod(one);
              const id = [...known.keys()][one.of % Math.max(known.size, 1)];
              if (one.does === 'create' || !id) return { period, ...(await rent(item, period.from, period.to)) };
              if (one.does === 'delete') return { ...(await rentals.remove(id)), id };
              return { id, period, ...(await rentals.update(id, period)) };
            }),
          );
          const before = [...known.entries()];
          for (const { http, id, period, body } of replies as ({
            id?: string;
            period?: Stored;
          } & (typeof replies)[number])[]) {
            if (http === 404) continue;
            expect([200, 201, 409]).toContain(http);
            if (http === 409 && batch.length === 1 && period)
              expect(before.some(([other, held]) => other !== id && overlap(held, period))).toBe(true);
            if (http === 409) continue;
            if (period) known.set(id ?? body.id, period);
            else if (id) known.delete(id);
          }
          const { body } = await rentals.list({ filter: { item }, range: [0, 99] });
          expect(findOverlap(body)).toBeUndefined();
          for (const { id, from, to } of body) known.set(id, { from, to });
          for (const id of known.keys()) if (!body.some((one: { id: string }) => one.id === id)) known.delete(id);
        }
      },
    ),
    casesOf(10, 100),
  );
});

describe('new rule over existing records', () => {
  const db = lasting('all', changing, (one) => one.close());
  const base: Fields = {
    title: text(),
    item: reference({ to: 'things', text: '{title}' }) as never,
    from: date(),
    to: date(),
    at: dateTime(),
  };
  const things = (more: object = {}, fields: Fields = base): AnyResource => resourceOf('things', fields, more);
  const noOverlap = { by: ['item'], from: 'from', to: 'to' };
  const unique = ['title', 'item'];

  test('is refused with counts and examples, and applies once the records fit', async () => {
    await db.wipe();
    await db.start(things({ softDelete: true }));
    const self = await db.add('things', { title: 'A' });
    const first = await db.add('things', { title: 'B', item: self, from: '2026-01-01', to: '2026-01-03' });
    const second = await db.add('things', { title: ' b', item: self, from: '2026-01-03', to: null });
    const ruled = things({ softDelete: true, rules: { unique, noOverlap } });
    const plan = formatPlan(await db.plan(ruled));
    expect(plan.split('\n').map((line) => line.trim())).toEqual([
      'src/resources/things.ts',
      '! rules.unique (title, item): is kept from now on',
      `2 records break it: ${first}, ${second}`,
      'REFUSED: 2 records break it.',
      '! rules.noOverlap (item, from, to): is kept from now on',
      `2 records break it: ${first}, ${second}`,
      'REFUSED: 2 records break it.',
      '',
      expect.stringContaining('A start refuses this, and changes nothing'),
    ]);
    await expect(db.start(ruled)).rejects.toThrow('REFUSED');
    // A record in the bin breaks nothing.
    await db.trash('things', second);
    expect(formatPlan(await db.plan(ruled))).toContain('+ rules.unique (title, item): is kept from now on');
    await db.start(ruled);
    expect((await db.plan(ruled)).steps).toEqual([]);
    await expect(db.undelete('things', second)).rejects.toThrow();
    await expect(db.add('things', { title: 'C', item: self, from: '2026-01-02', to: null })).rejects.toThrow();
    await db.add('things', { title: 'C', item: self, from: '2026-01-04', to: null });
  });

  test('follows renamed and converted fields, and ends with removed ones', async () => {
    await db.wipe();
    await db.start(things({ rules: { unique, noOverlap } }));
    const self = await db.add('things', { title: 'A' });
    await db.add('things', { title: 'B', item: self, from: '2026-01-01', to: '2026-01-03' });
    const { from, title, ...others } = base;
    const renamed = things(
      { rules: { unique: ['name', 'item'], noOverlap: { ...noOverlap, from: 'start' } } },
      { ...others, start: date({ renamedFrom: 'from' }), name: text({ renamedFrom: 'title' }) },
    );
    expect((await db.plan(renamed)).steps.map((step) => step.do)).toEqual(['rename field', 'rename field']);
    await db.start(renamed);
    await expect(db.add('things', { name: 'C', item: self, start: '2026-01-02' })).rejects.toThrow();
    await expect(db.add('things', { name: 'b', item: self })).rejects.toThrow();
    const moments = things(
      { rules: { noOverlap: { ...noOverlap, from: 'start' } } },
      { ...others, start: dateTime(), to: dateTime(), name: text() },
    );
    expect((await db.plan(moments)).steps.map((step) => step.do)).toContain('drop rule');
    await db.start(moments);
    const double = await db.add('things', { name: 'b', item: self });
    const inside = { item: self, start: '2026-01-02T00:00:00Z', to: null };
    await expect(db.add('things', { name: 'D', ...inside })).rejects.toThrow();
    await db.undo();
    // Since the rule was dropped, a record came that breaks it.
    await expect(db.start(renamed)).rejects.toThrow('rules.unique: found records that break it, expected none');
    await db.change('things', double, { name: 'c' });
    await db.start(renamed);
    await expect(db.add('things', { name: 'C', item: self, start: '2026-01-02' })).rejects.toThrow();
    await db.start(things({ dropped: ['start', 'to'] }, { ...others, name: text(), to: date() }));
    await db.add('things', { name: 'B', item: self });
  });

  test('is refused if a conversion would break it', async () => {
    await db.wipe();
    await db.start(things({ rules: { unique: ['title', 'at'] } }, { ...base, at: text() }));
    await db.add('things', { title: 'A', at: '2026-01-01T00:00:00Z' });
    await db.add('things', { title: 'A', at: '2026-01-01T01:00:00+01:00' });
    const plan = await db.plan(things({ rules: { unique: ['title', 'at'] } }));
    expect(formatPlan(plan)).toContain('! rules.unique (title, at): compares other values than before');
  });
});
