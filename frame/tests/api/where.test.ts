import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import {
  children,
  choice,
  date,
  dateTime,
  money,
  number,
  reference,
  references,
  text,
  toggle,
} from '../../fields/index.ts';
import { type MatchContext, matches } from '../../where/matchWhere.ts';
import { me, now, today } from '../../where/symbols.ts';
import type { Where } from '../../where/where.ts';
import { type Answer, clientOf } from './client.ts';
import { type Person, serverForAll } from './harness.ts';
import { resourceOf } from './resourceOf.ts';
import { casesOf } from './size.ts';

const can = ['list', 'show', 'create', 'edit'];
const shelves = resourceOf(
  'shelves',
  { title: text({ required: true }), room: number({ integer: true }), builtOn: date(), keeper: text() },
  { roles: { admin: { can }, branch: { can, where: { or: [{ room: { lt: 3 } }, { keeper: me }] } } } },
);
const items = resourceOf(
  'items',
  { crate: reference({ to: 'crates', text: '{title}', required: true }), note: text(), count: number() },
  { roles: { admin: { can }, branch: { can, where: { 'crate.open': true } } } },
);
const vaults = resourceOf('vaults', { title: text() }, { roles: { admin: { can } } });
const crates = resourceOf(
  'crates',
  {
    ...{ title: text({ required: true }), amount: number({ integer: true }), price: money(), open: toggle() },
    ...{ kind: choice({ choices: ['Wood', 'Steel'] }), builtOn: date(), seenAt: dateTime() },
    shelf: reference({ to: 'shelves', text: '{title}' }),
    shelves: references({ to: 'shelves', text: '{title}' }),
    items: children({ resource: 'items', field: 'crate', columns: ['note', 'count'] }),
    shelfTitle: text({ lookup: 'shelf.title' }),
    secret: number({ read: ['admin'] }),
    vault: reference({ to: 'vaults', text: '{title}' }),
  },
  {
    list: { columns: ['title'], filters: ['kind'] },
    roles: { admin: { can }, branch: { can, where: { not: { kind: 'Steel', amount: { gt: 5 } } } } },
  },
);

const server = serverForAll({}, { resources: [shelves, vaults, crates, items] });
type Row = Record<string, unknown> & { id: string };
let all: Record<'shelves' | 'crates' | 'items', Row[]>;
const as = (person: Person, name = 'crates') => clientOf(server, person, name);

const DAYS = ['2026-03-07', '2026-03-08', '2026-11-01'];
const MOMENTS = ['2026-03-08T04:59:59.999Z', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.000Z'];
const TITLES = ['alpha', 'Álpha', 'ALPHABET', 'beta 50%', 'b_ta', 'zeta'];
const IDS: Record<'shelves', string[]> = { shelves: [] };

beforeAll(async () => {
  const add = async (name: string, values: object) => {
    const { http, body } = await as('admin', name).create(values);
    expect([name, values, http, body]).toEqual([name, values, 201, body]);
    return body.id as string;
  };
  const pick = <T>(list: readonly T[], at: number) => (at % (list.length + 1) === 0 ? null : list[at % list.length]);
  for (let at = 0; at < 6; at++)
    IDS.shelves.push(
      await add('shelves', {
        ...{ title: TITLES[at], room: at === 2 ? null : at, builtOn: pick(DAYS, at) },
        keeper: at === 4 ? server.ids.branch : null,
      }),
    );
  for (let at = 0; at < 24; at++)
    await add('crates', {
      ...{ title: TITLES[at % 6], amount: pick([0, 5, 12], at), price: pick([0.1, 12.5], at), open: at % 3 === 0 },
      ...{ kind: pick(['Wood', 'Steel'], at), builtOn: pick(DAYS, at), seenAt: pick(MOMENTS, at + 1) },
      ...{ shelf: pick(IDS.shelves, at), shelves: IDS.shelves.filter((_, index) => (at + index) % 4 === 0) },
      items: at % 5 === 0 ? [] : [{ note: TITLES[at % 4], count: at % 4 }, { count: pick([1, 2], at) }],
      secret: at,
    });
  const rows = async (name: string) => (await as('admin', name).list({ range: [0, 999] })).body as Row[];
  all = { shelves: await rows('shelves'), crates: await rows('crates'), items: await rows('items') };
});

type Field = 'text' | 'number' | 'money' | 'flag' | 'choice' | 'day' | 'moment' | 'shelf';
const values: Record<Field, fc.Arbitrary<unknown>> = {
  text: fc.constantFrom(...TITLES, 'ALPHA', 'bet', '%'),
  number: fc.constantFrom(0, 1, 2, 3, 5, 12),
  money: fc.constantFrom(0.1, 12.5, 13),
  flag: fc.boolean(),
  choice: fc.constantFrom('Wood', 'Steel'),
  day: fc.constantFrom<unknown>(...DAYS, today, today.plus({ days: -3 })),
  moment: fc.constantFrom<unknown>(...DAYS, ...MOMENTS, today, now, now.plus({ hours: -2 })),
  shelf: fc.nat(5).map((at) => IDS.shelves[at]),
};
const operand = (kind: Field): fc.Arbitrary<unknown> => {
  const value = values[kind];
  const orNull = fc.option(value, { freq: 4 });
  const equality = [
    orNull,
    fc.record({ equals: orNull }),
    fc.record({ not: orNull }),
    fc.array(orNull, { maxLength: 3 }),
    fc.record({ in: fc.array(value, { maxLength: 3 }) }),
    fc.record({ notIn: fc.array(orNull, { maxLength: 3 }) }),
    fc.record({ exists: fc.boolean() }),
  ];
  const order = fc
    .tuple(fc.constantFrom('gt', 'gte', 'lt', 'lte'), value)
    .map(([operator, one]) => ({ [operator]: one }));
  const words = fc
    .tuple(fc.constantFrom('contains', 'startsWith'), value)
    .map(([operator, one]) => ({ [operator]: one }));
  if (kind === 'text') return fc.oneof(...equality, order, words);
  return fc.oneof(...equality, ...(['flag', 'shelf'].includes(kind) ? [] : [order]));
};
const comparisons = (fields: Record<string, Field>): fc.Arbitrary<Where> =>
  fc
    .constantFrom(...Object.entries(fields))
    .chain(([path, kind]) => operand(kind).map((one) => ({ [path]: one }) as Where));

const SHELF: Record<string, Field> = { title: 'text', room: 'number', builtOn: 'day', id: 'shelf' };
const ITEM: Record<string, Field> = { note: 'text', count: 'number' };
const prefixed = (path: string, fields: Record<string, Field>) =>
  Object.fromEntries(Object.entries(fields).map(([name, kind]) => [`${path}.${name}`, kind]));
const CRATE: Record<string, Field> = {
  ...{
    title: 'text',
    amount: 'number',
    price: 'money',
    open: 'flag',
    kind: 'choice',
    builtOn: 'day',
    seenAt: 'moment',
  },
  ...{ shelf: 'shelf', shelves: 'shelf', shelfTitle: 'text' },
  ...prefixed('shelf', SHELF),
  ...prefixed('shelves', SHELF),
  ...prefixed('items', ITEM),
  ...prefixed('items.crate', { title: 'text', amount: 'number' }),
};
const joined = (part: fc.Arbitrary<Where>): fc.Arbitrary<Where> =>
  fc.oneof(
    { weight: 3, arbitrary: part },
    fc.array(part, { maxLength: 3 }).map((and) => ({ and })),
    fc.array(part, { maxLength: 3 }).map((or) => ({ or })),
    part.map((not) => ({ not })),
    fc.tuple(part, part).map(([one, other]) => ({ and: [one, { not: other }] })),
  );
const quantified = fc.constantFrom('some', 'every').chain((operator) =>
  fc.oneof(
    joined(comparisons(SHELF)).map((one) => ({ shelves: { [operator]: one } }) as Where),
    joined(comparisons(SHELF)).map((one) => ({ shelf: { [operator]: one } }) as Where),
    joined(comparisons(ITEM)).map((one) => ({ items: { [operator]: one } }) as Where),
    fc.constant<Where>({ items: { exists: operator === 'some' } }),
  ),
);
const wheres = joined(joined(fc.oneof({ weight: 4, arbitrary: comparisons(CRATE) }, quantified)));

/** Returns a person's oracle: the records that `matches` selects, among those that the person sees. */
function selected(person: 'admin' | 'branch', where: Where): string[] {
  const context: MatchContext = {
    ...{ me: server.ids[person], timeZone: server.config.timeZone, fields: crates.fields },
    today: new Intl.DateTimeFormat('sv', { timeZone: server.config.timeZone }).format(new Date()),
    now: new Date().toISOString(),
    getFields: (name) => ({ shelves, items, crates })[name]?.fields,
    readReference: (name, id) => {
      const found = all[name as keyof typeof all].find((one) => one.id === id);
      return found && sees(name, found) ? (name === 'crates' ? withItems(found) : found) : null;
    },
  };
  const sees = (name: string, record: Row): boolean =>
    person === 'admin' ||
    (name === 'shelves' && (record.keeper === context.me || (typeof record.room === 'number' && record.room < 3))) ||
    (name === 'items' && all.crates.find(({ id }) => id === record.crate)?.open === true) ||
    (name === 'crates' && !(record.kind === 'Steel' && Number(record.amount) > 5));
  const withItems = (crate: Row): Row => {
    const shelf = all.shelves.find(({ id }) => id === crate.shelf);
    return {
      ...crate,
      items: all.items.filter((one) => one.crate === crate.id && sees('items', one)),
      shelfTitle: shelf && sees('shelves', shelf) ? crate.shelfTitle : null,
    };
  };
  return all.crates
    .filter((one) => sees('crates', one) && matches(where, withItems(one), context))
    .map(({ id }) => id)
    .toSorted();
}

const told = ({ http, body, range }: Answer) =>
  http === 200 ? { ids: (body as Row[]).map(({ id }) => id).toSorted(), total: range?.split('/')[1] } : { http, body };

test('counts every match of a choice condition on a page of one record', async () => {
  const comparisons = [{ equals: 'Steel' }, { in: ['Steel'] }, { not: 'Steel' }, { lt: 'Steel' }, { gte: 'Steel' }];
  for (const kind of comparisons) {
    const { range } = await as('admin').list({ where: { kind }, range: [0, 0] });
    expect([kind, range?.split('/')[1]]).toEqual([kind, String(selected('admin', { kind }).length)]);
  }
});

test('compares a moment with a whole day, alone and in a list', async () => {
  const day = '2026-03-08';
  const comparisons = [day, [day], { not: day }, { gt: day }, { gte: day }, { lt: day }, { lte: day }];
  for (const seenAt of comparisons)
    for (const where of [{ seenAt }, { or: [{ seenAt }, { title: 'none' }] }] satisfies Where[]) {
      const ids = selected('admin', where);
      const answer = await as('admin').list({ where, range: [0, 999] });
      expect([where, told(answer)]).toEqual([where, { ids, total: String(ids.length) }]);
    }
});

test.each(['admin', 'branch'] as const)(
  'returns from SQL what `matches` accepts, for generated conditions as %s',
  async (person) => {
    await fc.assert(
      fc.asyncProperty(wheres, async (where) => {
        const answer = await as(person).list({ where, range: [0, 999] });
        fc.pre(!JSON.stringify(answer.body).includes('at most 5 levels'));
        const ids = selected(person, where);
        expect(told(answer)).toEqual({ ids, total: String(ids.length) });
      }),
      casesOf(100, 1000),
    );
  },
);

const OPERATORS: Where[string & keyof Where][] = [
  ...[1, null, [1], { not: 1 }, { notIn: [1] }, { in: [1] }, { exists: true }, { exists: false }],
  ...[{ gt: 1 }, { gte: 1 }, { lt: 1 }, { lte: 1 }, { contains: '1' }, { startsWith: '1' }, { not: null }],
  ...[{ some: { title: 'x' } }, { every: {} }, { some: {} }],
] as never;

test.each(['secret', 'vault.title', 'items.crate.secret', 'shelf.nothing', 'createdBy'])(
  'answers a forbidden path (%s) like one that does not exist, with every operator',
  async (path) => {
    const missing = path.replace(/\w+$/, 'xyz');
    for (const operand of OPERATORS)
      for (const wrap of [
        (one: Where) => one,
        (one: Where): Where => ({ not: one }),
        (one: Where): Where => ({ or: [{}, one] }),
      ]) {
        const ask = (name: string) => as('branch').list({ where: wrap({ [name]: operand } as Where) });
        const [denied, unknown] = [await ask(path), await ask(missing)];
        expect([path, operand, denied.http]).toEqual([path, operand, 400]);
        expect(JSON.stringify(denied.body).replaceAll(path, missing)).toBe(JSON.stringify(unknown.body));
      }
  },
);

test('refuses malformed, deep and long conditions, and values that a field cannot have', async () => {
  const nested = (levels: number): Where => (levels === 0 ? { amount: 1 } : { or: [nested(levels - 1)] });
  const many = (count: number): Where => ({ and: Array.from({ length: count }, (_, amount) => ({ amount })) });
  for (const where of [nested(5), many(50)]) expect((await as('admin').list({ where })).http).toBe(200);
  for (const where of [
    ...[nested(6), many(51), [], 3, { amount: 'many' }, { amount: { like: 1 } }, { title: { contains: 'a\0' } }],
    ...[{ open: { lt: true } }, { shelves: { startsWith: 'a' } }, { price: { contains: '1' } }],
    { amount: Array.from({ length: 1001 }, (_, at) => at) },
  ])
    expect([where, (await as('admin').list({ where })).http]).toEqual([where, 400]);
});
