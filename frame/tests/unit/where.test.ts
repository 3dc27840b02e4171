import { expect, test } from 'vitest';
import { date, dateTime, number, reference, references, text, toggle } from '../../fields/index.ts';
import { checkWhere } from '../../where/checkWhere.ts';
import { explainWhere } from '../../where/explainWhere.ts';
import { type MatchContext, matches } from '../../where/matchWhere.ts';
import { parseWhere, whereSchema } from '../../where/parseWhere.ts';
import { me, now, today } from '../../where/symbols.ts';
import { listComparisons, type Where } from '../../where/where.ts';

const copies = { branch: reference({ to: 'branches', text: '{title}' }), keeper: text() };
const fields = {
  ...{ title: text(), pages: number(), open: toggle(), dueOn: date(), sentAt: dateTime() },
  shelf: reference({ to: 'shelves', text: '{id}', value: 'code' }),
  ...{ copy: reference({ to: 'copies', text: '{id}' }), copies: references({ to: 'copies', text: '{id}' }) },
};
const context: MatchContext = {
  ...{ me: 'm1', today: '2026-03-08', now: '2026-03-08T12:00:00.000Z', timeZone: 'America/New_York', fields },
  getFields: (name) => (name === 'copies' ? copies : undefined),
};
const record = {
  ...{ id: 'r1', title: 'Ángel', pages: 12, open: false, dueOn: '2026-03-01', sentAt: '2026-03-08T04:30:00.000Z' },
  copy: { id: 'c1', branch: 'm1', keeper: null },
  shelf: { id: 's1' },
  copies: [
    { id: 'c1', branch: 'm1', keeper: null },
    { id: 'c2', branch: 'b2', keeper: 'm1' },
  ],
};

test.each<[Where, boolean]>([
  [{ title: 'Ángel', pages: 12 }, true],
  [{ title: 'angel' }, false],
  [{ title: { contains: 'GEL' } }, true],
  [{ title: { startsWith: 'a' }, pages: { gt: 11, lte: 12 } }, true],
  [{ pages: { not: 12 } }, false],
  [{ keeper: { not: 'x' } }, true],
  [{ keeper: null }, true],
  [{ keeper: { gt: 'a' } }, false],
  [{ pages: [] }, false],
  [{ pages: { notIn: [] } }, true],
  [{ open: false }, true],
  [{ dueOn: { lt: today } }, true],
  [{ dueOn: { gte: today.plus({ days: -7 }) } }, true],
  [{ sentAt: '2026-03-07' }, true],
  [{ sentAt: { lt: today } }, true],
  [{ sentAt: { gt: '2026-03-07' } }, false],
  [{ sentAt: { gte: now.plus({ hours: -8 }) } }, true],
  [{ 'copy.branch': me }, true],
  [{ 'copy.keeper': null }, true],
  [{ copy: 'c1' }, true],
  [{ copies: 'c2' }, true],
  [{ shelf: 's1' }, true],
  [{ 'copies.branch': { in: ['b2', me] } }, true],
  [{ copies: { every: { branch: me } } }, false],
  [{ copies: { some: { branch: me, keeper: null } } }, true],
  [{ copies: { some: { branch: me, keeper: me } } }, false],
  [{ not: { or: [{ pages: 1 }, { title: 'x' }] } }, true],
  [{ and: [] }, true],
  [{ or: [] }, false],
])('matches: %j is %s', (where, expected) => {
  expect(matches(where, record, context)).toBe(expected);
  expect(matches({ not: where }, record, context)).toBe(!expected);
  expect(matches(JSON.parse(JSON.stringify(where)), record, context)).toBe(expected);
  expect(whereSchema.safeParse(where).success).toBe(true);
});

test('follows a reference that is only an id by readReference, else ends the path', () => {
  const flat = { ...record, copy: 'c1' };
  expect(matches({ 'copy.branch': me }, flat, context)).toBe(false);
  const readReference = () => ({ branch: 'm1' });
  expect(matches({ 'copy.branch': me }, flat, { ...context, readReference })).toBe(true);
});

test('matches fields that a host omits if the caller says so, also within a negation', () => {
  const rows: Where[] = [
    { gone: { some: { a: 1 } } },
    { gone: { every: { a: 1 } } },
    { not: { gone: { some: { a: 1 } } } },
  ];
  for (const where of [{ gone: 1 }, { gone: { not: 1 } }, { 'gone.too': 1 }, ...rows] satisfies Where[]) {
    expect(matches(where, record, { ...context, missing: 'match' })).toBe(true);
  }
  expect(matches({ gone: 1 }, record, context)).toBe(false);
});

test.each<[Where, string]>([
  [{ 'copy.branch': me, state: ['New', 'Open'] }, 'copy.branch is me and state is any of New, Open'],
  [{ or: [{ a: 1, b: null }, { c: [] }] }, '(a is 1 and b is empty) or c is any of nothing'],
  [{ a: { not: 2 }, b: { exists: true } }, 'a is not 2 and b is not empty'],
  [{ dueOn: { lt: today.plus({ days: -3 }) } }, 'dueOn is less than today minus 3 days'],
  [{ not: { and: [{ a: 1 }, { b: 2 }] } }, 'not (a is 1 and b is 2)'],
  [{ copies: { every: { a: 1 } } }, 'every copies (a is 1)'],
  [{ copies: { some: { a: { contains: 'x' } } } }, 'some copies (a contains x)'],
])('explains %j', (where, expected) => expect(explainWhere(where)).toBe(expected));

test.each<[unknown, string, string]>([
  [3, '', 'an object such as'],
  [{ and: [], a: 1 }, '', 'and alone'],
  [{ a: { like: 1 } }, 'a.like', 'one of equals, not'],
  [{ or: [{ a: { in: 1 } }] }, 'or.0.a.in', 'a list of values'],
  [{ a: { contains: '' } }, 'a.contains', 'a text'],
  [{ a: { exists: 1 } }, 'a.exists', 'true or false'],
  [{ a: { gt: null } }, 'a.gt', 'a value, me, today or now'],
  [{ a: {} }, 'a', 'an operator'],
  [{ 'a.': 1 }, 'a.', 'the name of a field'],
  [{ a: { some: 1 } }, 'a.some', 'an object such as'],
])('refuses %j at %s', (where, path, expected) => {
  expect(() => parseWhere(where as Where)).toThrow(
    expect.objectContaining({ path, expected: expect.stringContaining(expected) }),
  );
  const found = whereSchema.safeParse(where);
  expect(found.error?.issues[0]).toMatchObject({ path: path ? path.split('.') : [] });
});

test.each<[Where, string[]]>([
  [{ title: 'x', pages: 3, open: true, dueOn: today, sentAt: { lt: now } }, []],
  [{ sentAt: '2026-01-01', copies: ['a'], copy: null }, []],
  [{}, ['where: at least one condition, such as { owner: me }']],
  [{ not: { or: [] } }, ['where: at least one condition, such as { owner: me }']],
  [{ pages: 'many' }, ['where.pages: a value of number']],
  [{ pages: { contains: 'x' } }, ['where.pages: one of equals, in, exists, gt, gte, lt, lte']],
  [{ copies: { gt: 'a' } }, ['where.copies: one of equals, in, exists']],
  [{ pages: [] }, ['where.pages: at least one value']],
  [{ pages: today }, ['where.pages: a value of number']],
  [{ dueOn: now }, ['where.dueOn: a value of date']],
  [{ pages: me }, ['where.pages: a reference']],
  [{ tittle: 1 }, ['where.tittle: a field']],
  [{ pages: { like: 1 } as never }, ['where.pages.like: one of']],
])('checks %j', (where, expected) => {
  const found: string[] = [];
  const resolve = ([name = '']: readonly string[]) =>
    name in fields
      ? { field: fields[name as keyof typeof fields], refusesMe: 'a reference' }
      : { name, expected: 'a field', names: [] };
  checkWhere(where, 'where', resolve, (key, _, text) => found.push(`${key}: ${text}`));
  expect(found).toEqual(expected.map((one) => expect.stringContaining(one)));
});

test('lists the full paths of nested comparisons', () => {
  const paths = listComparisons(parseWhere({ not: { copies: { some: { 'a.b': 1 } } } })).map(({ path }) => path);
  expect(paths).toEqual([['copies', 'a', 'b']]);
});

test('evaluates symbols with their context, and serializes them', () => {
  expect([me(context), today.plus({ days: 1 })(context), now.plus({ minutes: -5 })(context)]).toEqual([
    ...['m1', '2026-03-09', '2026-03-08T11:55:00.000Z'],
  ]);
  expect(JSON.stringify([me, today.plus({ days: 7 })])).toBe('[{"symbol":"me"},{"symbol":"today","days":7}]');
});
