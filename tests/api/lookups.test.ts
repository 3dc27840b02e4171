import { type AnyResource, defineResource, manage, reference, text } from 'portal-frame';
import { beforeAll, describe, expect, test } from 'vitest';
import books from '../fixtures/books.ts';
import copies from '../fixtures/copies.ts';
import loans from '../fixtures/loans.ts';
import type { Person } from './cast.ts';
import { serverForAll } from './harness.ts';
import { clientOf, enterOn } from './supplies.ts';

/** Also searchable by its own text. */
const searched = { ...loans, list: { ...loans.list, search: ['author', 'dueOn'] } };
/** Sent to a laboratory, or to somebody without an account; and about the copy with a computed signature. */
const letters = defineResource({
  name: 'letters',
  icon: 'person',
  title: '{name}',
  fields: {
    to: reference({ to: 'laboratories', onDelete: 'keep' }),
    typed: text(),
    name: text({ lookup: 'to.fullName', fallback: 'typed' }),
    about: text(),
    copy: reference({ to: 'copies', value: 'signature', onDelete: 'keep' }),
    book: reference({ to: 'books', lookup: 'copy.book' }),
  },
  compute: { copy: ({ about }) => (about ? `C-${about}` : null) },
  list: { columns: ['name'], filters: [{ field: 'name', operator: 'equals' }, 'book'], sortable: ['name'] },
  roles: { admin: { list: '/letters', form: '/add-letter', can: manage, except: ['import'] } },
});
const RESOURCES = [books, copies, searched, letters] as unknown as AnyResource[];
const server = serverForAll({}, { resources: RESOURCES });
let number = 0;
const as = (person: Person, name = 'loans') => clientOf(server, person, name);
const admin = (name?: string) => as('admin', name);

const made = async (name: string, values: object): Promise<string> => (await enterOn(server)(name, values)).id;
const copyOf = (book: string) => made('copies', { signature: `C-${++number}`, book });
const loanOf = (copy: string, member: 'employee' | 'employee2' = 'employee') =>
  made('loans', { copy, member: server.ids[member], dueOn: `2026-12-${10 + (number % 20)}` });
const authors = async (person: Person, query: object = {}) =>
  ((await as(person).list(query)).body as { author: string | null }[]).map(({ author }) => author);

const ids = { ours: '', theirs: '', none: '', copy: '', loan: '' };
beforeAll(async () => {
  const { laboratory, laboratory2 } = server.ids;
  ids.ours = await made('books', { title: 'Blood', author: 'Zoë', genre: 'Science', price: 10, branch: laboratory });
  ids.theirs = await made('books', { title: 'Courts', author: 'Abel', genre: 'Law', price: 30, branch: laboratory2 });
  ids.none = await made('books', { title: 'Sagas' });
  ids.copy = await copyOf(ids.ours);
  ids.loan = await loanOf(ids.copy);
  await loanOf(await copyOf(ids.theirs), 'employee2');
  await loanOf(await copyOf(ids.none));
});

test('returns lookups with labels and refuses writes', async () => {
  const { body } = await admin().one(ids.loan);
  expect(body).toMatchObject({ author: 'Zoë', genre: 'Science', branch: server.ids.laboratory, worth: 10 });
  expect(body.labels.branch).toBe((await admin('books').one(ids.ours)).body.labels.branch);
  expect((await admin().update(ids.loan, { author: 'Somebody', worth: 1 })).http).toBe(400);
  const { http, body: after } = await admin().update(ids.loan, { author: 'Zoë', worth: 10 });
  expect([http, after.author, after.worth]).toEqual([200, 'Zoë', 10]);
});

test('sorts, filters and searches lists by lookups (spec 13.1)', async () => {
  expect(await authors('admin', { sort: ['author', 'ASC'] })).toEqual([null, 'Abel', 'Zoë']);
  expect(await authors('admin', { sort: ['genre', 'DESC'] })).toEqual(['Abel', 'Zoë', null]);
  expect(await authors('admin', { filter: { author: 'zo' } })).toEqual(['Zoë']);
  expect(await authors('admin', { filter: { q: 'abel' } })).toEqual(['Abel']);
  expect(await authors('admin', { filter: { q: '2026-12' }, sort: ['author', 'ASC'] })).toEqual([null, 'Abel', 'Zoë']);
  expect(await authors('admin', { filter: { hasAuthor: false } })).toEqual([null]);
  expect(await authors('admin', { filter: { worthAtLeast: 11 } })).toEqual(['Abel']);
  const { range } = await admin().list({ filter: { branch: server.ids.laboratory2 }, range: [0, 0] });
  expect(range).toBe('loans 0-0/1');
  // A role that may not read the price finds nothing by it.
  expect((await as('employee').list({ filter: { worthAtLeast: 1 } })).http).toBe(400);
  const { http, body } = await as('employee').list({ sort: ['worth', 'ASC'] });
  expect([http, body.message]).toEqual([400, expect.stringMatching(/"worth" is none of id, author, genre, dueOn$/)]);
});

describe('updates', () => {
  const valuesOf = async (id: string) => {
    const { author, genre, worth, version } = (await admin().one(id)).body;
    return [author, genre, worth, version];
  };

  test('follows changes along the path without changing the record', async () => {
    const book = await made('books', { title: 'New', author: 'Cy', genre: 'Novel', price: 5 });
    const copy = await copyOf(book);
    const loan = await loanOf(copy);
    expect(await valuesOf(loan)).toEqual(['Cy', 'Novel', 5, 1]);
    await admin('books').update(book, { author: 'Dee', price: null });
    expect(await valuesOf(loan)).toEqual(['Dee', 'Novel', null, 1]);
    await admin('copies').update(copy, { book: ids.theirs });
    expect(await valuesOf(loan)).toEqual(['Abel', 'Law', 30, 1]);
    const changed = await admin().update(loan, { copy: ids.copy });
    expect(changed.body).toMatchObject({ author: 'Zoë', genre: 'Science', worth: 10, version: 2 });
    expect(await authors('admin', { filter: { q: 'zoe' } })).toEqual(['Zoë', 'Zoë']);
    expect(await authors('admin', { filter: { q: 'abel' } })).toEqual(['Abel']);
    await admin().remove(loan);
    expect(await authors('admin', { filter: { q: 'zoe' } })).toEqual(['Zoë']);
  });

  test('follows concurrent changes', async () => {
    const book = await made('books', { title: 'Busy', author: 'A0', price: 1 });
    const copy = await copyOf(book);
    const loan = await loanOf(copy);
    const tries = Array.from({ length: 8 }, (_, at) => [
      admin('books').update(book, { author: `A${at + 1}` }),
      admin().create({ copy, member: server.ids.employee, dueOn: '2038-01-01' }),
      admin().update(loan, { copy: at % 2 ? copy : ids.copy }),
    ]);
    const codes = (await Promise.all(tries.flat())).map(({ http }) => http);
    expect(codes.filter((code) => code >= 500)).toEqual([]);
    const { author } = (await admin('books').one(book)).body;
    const { body } = await admin().list({ filter: { hasAuthor: true }, range: [0, 99] });
    const of = (body as { copy: string; author: string }[]).filter((one) => one.copy === copy);
    expect(of.length).toBeGreaterThan(7);
    expect(new Set(of.map((one) => one.author))).toEqual(new Set([author]));
  });
});

test('reads the current name, else the fallback', async () => {
  const letter = await made('letters', { to: server.ids.laboratory, typed: 'Then' });
  const other = await made('letters', { typed: 'Zoë' });
  const nameOf = async (id: string) => (await admin('letters').one(id)).body.name;
  expect(await nameOf(letter)).toBe('Northside Lab');
  const renamed = { full_name: 'Éast Lab' };
  await server.services.db.updateTable('accounts').set(renamed).where('id', '=', server.ids.laboratory).execute();
  expect([await nameOf(letter), await nameOf(other)]).toEqual(['Éast Lab', 'Zoë']);
  expect((await admin('letters').update(other, { typed: 'Zara' })).body.name).toBe('Zara');
  expect((await admin('letters').update(letter, { to: null })).body.name).toBe('Then');
  const found = (await admin('letters').list({ filter: { name: 'Zara' } })).body as { id: string }[];
  expect(found.map(({ id }) => id)).toEqual([other]);
});

test('follows a computed reference to a record that is created later', async () => {
  const about = String(number + 1);
  const letter = await made('letters', { about });
  const bookOf = async () => (await admin('letters').one(letter)).body.book;
  expect(await bookOf()).toBe(null);
  await copyOf(ids.ours);
  expect(await bookOf()).toBe(ids.ours);
  const found = (await admin('letters').list({ filter: { book: ids.ours } })).body as { id: string }[];
  expect(found.map(({ id }) => id)).toEqual([letter]);
});
