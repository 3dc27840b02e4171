// Lists under a row rule by one reference: their totals and pages equal the rule, whatever changed before or meanwhile.
import fc from 'fast-check';
import { DefaultQueryCompiler, sql } from 'kysely';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { choice, reference, references, text } from '../../fields/index.ts';
import { me } from '../../where/symbols.ts';
import { clientOf } from './client.ts';
import { serverForAll } from './harness.ts';
import { resourceOf } from './resourceOf.ts';
import { casesOf } from './size.ts';

const can = ['list', 'show', 'create', 'edit', 'delete'];
const depots = resourceOf(
  'depots',
  {
    title: text({ required: true }),
    keepers: references({ to: 'workers', text: '{fullName}', onDelete: 'clear' }),
    chief: reference({ to: 'workers', text: '{fullName}', onDelete: 'clear' }),
  },
  {
    title: '{title}',
    list: { columns: ['title'], filters: ['chief'] },
    roles: { admin: { can }, worker: { can: [] } },
  },
);
const saws = (name: string, where: object, further: string[] = []) =>
  resourceOf(
    name,
    {
      title: text({ required: true }),
      ...Object.fromEntries(further.map((one) => [one, reference({ to: 'depots', text: '{title}' })])),
      depot: reference({ to: 'depots', text: '{title}', onDelete: 'clear' }),
      kind: choice({ choices: ['big', 'small'] }),
    },
    {
      list: {
        columns: ['title'],
        filters: [...further, 'depot', 'kind'],
        sortable: ['title', 'kind'],
        sort: { field: 'title', order: 'ASC' },
        perPage: 5,
      },
      roles: { admin: { can }, worker: { list: `/our-${name}`, can: ['list', 'show'], where } },
    },
  );
type Depot = { keepers: string[]; chief: string | null };
const RULES: [
  name: string,
  where: object,
  isSeen: (depot: Depot | undefined, worker: string, kind: string) => boolean,
][] = [
  ['kept', { 'depot.keepers': me }, (depot, worker) => depot?.keepers.includes(worker) ?? false],
  ['led', { 'depot.chief': me }, (depot, worker) => depot?.chief === worker],
  [
    'either',
    { or: [{ 'depot.keepers': me }, { kind: 'big' }] },
    (depot, worker, kind) => kind === 'big' || (depot?.keepers.includes(worker) ?? false),
  ],
  [
    'both',
    { 'depot.keepers': me, 'depot.chief': me },
    (depot, worker) => depot?.chief === worker && depot.keepers.includes(worker),
  ],
  ['ownerless', { depot: null }, (depot) => !depot],
];
/** Their rule has two references, and a lookup holds the second. */
const blades = resourceOf(
  'blades',
  {
    title: text({ required: true }),
    saw: reference({ to: 'kept', text: '{title}', onDelete: 'clear' }),
    depot: reference({ to: 'depots', text: '{title}', lookup: 'saw.depot' }),
  },
  {
    list: { columns: ['title'], sortable: ['title'], sort: { field: 'title', order: 'ASC' } },
    create: { groups: [{ label: 'All', fields: ['title', 'saw'] }] },
    softDelete: true,
    roles: {
      admin: { can },
      worker: { list: '/our-blades', can: ['list', 'show'], where: { 'saw.depot.keepers': me } },
    },
  },
);

/** Looks up the title of a saw. The first list's rule is the one of saws; the others' rules are not. */
const SHEATH_RULES: [name: string, where: object][] = [
  ['sheaths', { 'saw.depot.keepers': me }],
  ['sheathsOfChief', { 'saw.depot.chief': me }],
  ['sheathsOfEither', { or: [{ 'saw.depot.keepers': me }, { 'saw.depot.chief': me }] }],
];
const sheaths = SHEATH_RULES.map(([name, where]) =>
  resourceOf(
    name,
    {
      title: text({ required: true }),
      saw: reference({ to: 'kept', text: '{title}', onDelete: 'clear' }),
      sawTitle: text({ lookup: 'saw.title' }),
    },
    {
      list: { columns: ['title'], sortable: ['title'], sort: { field: 'title', order: 'ASC' } },
      create: { groups: [{ label: 'All', fields: ['title', 'saw'] }] },
      roles: { admin: { can }, worker: { list: `/our-${name}`, can: ['list', 'show'], where } },
    },
  ),
);

const server = serverForAll(
  {},
  {
    resources: [
      ...[depots, blades, ...sheaths, ...RULES.map(([name, where]) => saws(name, where))],
      saws('lent', { 'depot.keepers': me }, ['lender', 'borrower']),
    ],
  },
);
const PEOPLE = ['worker', 'worker2'] as const;
const admin = (name: string) => clientOf(server, 'admin', name);
const made = async (name: string, values: object): Promise<string> => {
  const { http, body } = await admin(name).create(values);
  expect([http, body]).toEqual([201, expect.anything()]);
  return body.id;
};

const held = new Map<string, Depot>();
const rows = new Map<string, { title: string; depot: string | null; kind: string }>();

beforeAll(async () => {
  for (let n = 0; n < 4; n++) {
    const depot = { keepers: n % 2 ? [server.ids.worker] : [], chief: n < 2 ? server.ids.worker2 : null };
    held.set(await made('depots', { title: `D${n}`, ...depot }), depot);
  }
  const depot = [...held.keys()];
  for (let n = 0; n < 12; n++) {
    const row = { title: `S${(n * 7) % 12}`, depot: depot[n % 5] ?? null, kind: n % 3 ? 'small' : 'big' };
    for (const [name] of RULES) rows.set(`${name} ${await made(name, row)}`, row);
  }
});
afterEach(() => vi.restoreAllMocks());

/** Compares every list of both workers with the rule, computed from what was written. */
async function expectRuled(order: 'ASC' | 'DESC', from: number, filter: { kind?: string } = {}): Promise<void> {
  for (const [name, , isSeen] of RULES)
    for (const person of PEOPLE) {
      const worker = server.ids[person];
      const seen = [...rows]
        .filter(([key, one]) => key.startsWith(`${name} `) && (!filter.kind || one.kind === filter.kind))
        .filter(([, { depot, kind }]) => isSeen(held.get(depot ?? ''), worker, kind))
        .map(([key, { title }]) => ({ title, id: key.slice(name.length + 1) }))
        .toSorted((a, b) => (a.title === b.title ? (a.id < b.id ? -1 : 1) : a.title < b.title ? -1 : 1));
      if (order === 'DESC') seen.reverse();
      const page = seen.slice(from, from + 3).map(({ id }) => id);
      const list = await clientOf(server, person, name).list({
        sort: ['title', order],
        range: [from, from + 2],
        filter,
      });
      const found = list.body.map(({ id }: { id: string }) => id);
      expect([name, person, found, list.range?.split('/')[1]]).toEqual([name, person, page, String(seen.length)]);
    }
}

const change = fc.oneof(
  fc.record({ what: fc.constant('depot' as const), at: fc.nat(11), to: fc.nat(4) }),
  fc.record({ what: fc.constant('keepers' as const), at: fc.nat(3), to: fc.nat(3) }),
  fc.record({ what: fc.constant('chief' as const), at: fc.nat(3), to: fc.nat(2) }),
);
async function apply({ what, at, to }: { what: 'depot' | 'keepers' | 'chief'; at: number; to: number }): Promise<void> {
  const ids = [...held.keys()];
  const workers = PEOPLE.map((person) => server.ids[person]);
  if (what === 'depot')
    for (const [name] of RULES) {
      const key = [...rows.keys()].filter((one) => one.startsWith(`${name} `))[at] ?? '';
      const row = rows.get(key) ?? expect.unreachable();
      rows.set(key, { ...row, depot: ids[to] ?? null });
      expect(await admin(name).update(key.slice(name.length + 1), { depot: ids[to] ?? null })).toMatchObject({
        http: 200,
      });
    }
  else {
    const id = ids[at] ?? '';
    const next: Depot = { ...(held.get(id) as Depot) };
    if (what === 'keepers') next.keepers = workers.filter((_, bit) => to & (1 << bit));
    else next.chief = workers[to] ?? null;
    held.set(id, next);
    expect(await admin('depots').update(id, { [what]: next[what] })).toMatchObject({ http: 200 });
  }
}

test('returns the records of the row rule after every change, in either order', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 3 }),
      fc.constantFrom('ASC' as const, 'DESC' as const),
      fc.nat(6),
      fc.constantFrom({}, { kind: 'big' }),
      async (changes, order, from, filter) => {
        for (const one of changes) await apply(one);
        await expectRuled(order, from, filter);
      },
    ),
    casesOf(6, 60),
  ));

test('hides records from a worker who loses the depot between the two queries', async () => {
  const { db } = server.services;
  const depot = await made('depots', { title: 'Lost', keepers: [server.ids.worker] });
  const secret = await made('kept', { title: 'A secret', depot });
  const list = () => clientOf(server, 'worker', 'kept').list({ range: [0, 99] });
  const ids = async () => (await list()).body.map(({ id }: { id: string }) => id);
  expect(await ids()).toContain(secret);
  for (const lost of [/as key from/, /coalesce\(sum/]) {
    await admin('depots').update(depot, { keepers: [server.ids.worker] });
    const run = db.executeQuery.bind(db);
    let isLost = false;
    const spied = vi.spyOn(db, 'executeQuery').mockImplementation(async (query, ...more) => {
      const found = await run(query, ...more);
      if ('sql' in query && lost.test(query.sql) && !isLost) {
        isLost = true;
        await sql`delete from l_depots_keepers where record_id = ${depot}`.execute(db);
      }
      return found;
    });
    const seen = await ids();
    spied.mockRestore();
    expect([isLost, seen.includes(secret)]).toEqual([true, false]);
  }
  await admin('kept').remove(secret);
});

test('follows both references of a row rule', async () => {
  const [ours, theirs] = [
    await made('depots', { title: 'Ours', keepers: [server.ids.worker] }),
    await made('depots', { title: 'Theirs', keepers: [server.ids.worker2] }),
  ];
  const saw = await made('kept', { title: 'Saw', depot: ours });
  const blade = await made('blades', { title: 'Blade', saw });
  await made('blades', { title: 'Loose' });
  const executed = vi.spyOn(server.services.db, 'executeQuery');
  const expectSeen = async (...titles: string[][]) => {
    for (const [at, person] of PEOPLE.entries()) {
      const { body, range } = await clientOf(server, person, 'blades').list();
      const found = body.map(({ title }: { title: string }) => title);
      expect([found, Number(range?.split('/')[1])]).toEqual([titles[at], titles[at]?.length]);
      expect((await clientOf(server, person, 'blades').one(blade)).http).toBe(
        titles[at]?.includes('Blade') ? 200 : 404,
      );
    }
  };
  await expectSeen(['Blade'], []);
  expect(executed.mock.calls.some(([query]) => 'sql' in query && query.sql.includes('as merged'))).toBe(true);
  await admin('kept').update(saw, { depot: theirs });
  await expectSeen([], ['Blade']);
  await admin('depots').update(theirs, { keepers: [] });
  await expectSeen([], []);
  await admin('depots').update(theirs, { keepers: PEOPLE.map((person) => server.ids[person]) });
  await expectSeen(['Blade'], ['Blade']);
  await admin('kept').update(saw, { depot: null });
  await expectSeen([], []);
  for (const [name, id] of [
    ['blades', blade],
    ['kept', saw],
    ['depots', ours],
    ['depots', theirs],
  ] as const)
    await admin(name).remove(id);
});

test('checks a looked-up value again unless both resources have the same row rule', async () => {
  const [kept, led] = [
    await made('depots', { title: 'Kept', keepers: [server.ids.worker] }),
    await made('depots', { title: 'Led', keepers: [server.ids.worker2], chief: server.ids.worker }),
  ];
  const saws = [
    await made('kept', { title: 'Mine', depot: kept }),
    await made('kept', { title: 'Hidden', depot: led }),
  ];
  const all: [name: string, id: string][] = [];
  for (const [name] of SHEATH_RULES)
    for (const [at, saw] of saws.entries()) all.push([name, await made(name, { title: `T${at}`, saw })]);
  const compiled = vi.spyOn(DefaultQueryCompiler.prototype, 'compileQuery');
  const list = async (name: string) => {
    compiled.mockClear();
    const { body } = await clientOf(server, 'worker', name).list();
    const checks = compiled.mock.results.filter(({ value }) => value.sql.includes('as "visible0"'));
    return [checks.length, body.map((one: { sawTitle: unknown }) => one.sawTitle)];
  };
  expect(await list('sheaths')).toEqual([0, ['Mine']]);
  expect(await list('sheathsOfChief')).toEqual([1, [null]]);
  expect(await list('sheathsOfEither')).toEqual([1, ['Mine', null]]);
  for (const [name, id] of [...all, ...saws.map((id) => ['kept', id] as const)]) await admin(name).remove(id);
  for (const id of [kept, led]) await admin('depots').remove(id);
});

test('filters by the rule alone beyond the limit of merged depots', async () => {
  const { db } = server.services;
  const first = [...held.keys()][0] ?? '';
  const more: string[] = [];
  for (let n = 0; n < 51; n++) more.push(await made('depots', { title: `M${n}`, keepers: [server.ids.worker2] }));
  const last = await made('kept', { title: 'ZZ', depot: more.at(-1) });
  const key = `kept ${last}`;
  rows.set(key, { title: 'ZZ', depot: more.at(-1) ?? null, kind: '' });
  for (const id of more) held.set(id, { keepers: [server.ids.worker2], chief: null });
  const executed = vi.spyOn(db, 'executeQuery');
  await expectRuled('DESC', 0);
  expect(executed.mock.calls.some(([query]) => 'sql' in query && query.sql.includes('as merged'))).toBe(true);
  const { body } = await clientOf(server, 'worker2', 'kept').list({ sort: ['title', 'DESC'] });
  expect(body[0].id).toBe(last);
  for (const id of more) await admin('depots').remove(id);
  rows.delete(key);
  await admin('kept').remove(last);
  for (const id of more) held.delete(id);
  expect([...held.keys()][0]).toBe(first);
});

test('compiles no query and wakes no reader thread for a repeated list', async () => {
  const { readers, kind } = server.services.store;
  const depot = await made('depots', { title: 'Shared', keepers: PEOPLE.map((person) => server.ids[person]) });
  await made('kept', { title: 'Shared', depot });
  const compiled = vi.spyOn(DefaultQueryCompiler.prototype, 'compileQuery');
  const woken = vi.spyOn(readers, 'forPerson').mockReturnValue({ ...readers, read: () => expect.unreachable() });
  if (kind === 'postgres') woken.mockRestore();
  const list = (person: (typeof PEOPLE)[number]) => clientOf(server, person, 'kept').list();
  for (const person of PEOPLE) expect((await list(person)).body.length).toBeGreaterThan(0);
  compiled.mockClear();
  for (const person of PEOPLE) await list(person);
  const again = compiled.mock.results.map(({ value }) => value.sql).filter((text) => /from "(c_|x_|l_)/.test(text));
  expect(again).toEqual([]);
});

test('totals by a reference that the counts leave out count visible records only', async () => {
  const kept = await made('depots', { title: 'Kept', keepers: [server.ids.worker] });
  const other = await made('depots', { title: 'Other' });
  for (const depot of [kept, other, other]) await made('lent', { title: 'S', depot, kind: 'big' });
  const list = clientOf(server, 'worker', 'lent').list;
  for (const query of [{}, { filter: { kind: 'big' } }])
    expect((await list({ range: [0, 0], ...query })).range).toMatch(/\/1$/);
});
