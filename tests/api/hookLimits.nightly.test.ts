// Failing hooks must not write anything or block others.

import { setTimeout } from 'node:timers/promises';
import type { AnyResource } from 'portal-frame';
import { defineHooks, records, systemContext, transaction } from 'portal-frame/server';
import { findUnrecorded } from 'portal-frame/testing';
import { describe, expect, test } from 'vitest';
import books from '../fixtures/books.ts';
import copies from '../fixtures/copies.ts';
import { serverForAll } from './harness.ts';
import { clientOf } from './supplies.ts';

const never = new Promise<never>(() => {});
/** Work that continues in an abandoned hook. */
let late: Promise<unknown> = Promise.resolve();
/** Nested creations, each by the hook of the previous one. */
let deep = 0;
/** Values returned by the hook, by title of the book. */
const GIVEN: Record<string, unknown> = {
  'no field': { genr: 'Law' },
  'no choice': { genre: 'Cooking' },
  'no number': { pages: 'many' },
  'nothing required': { title: null },
  'a list': ['Law'],
  'well made': { genre: 'Law', pages: 3, author: null },
};
const hooks = {
  books: defineHooks(books, {
    before: {
      async create({ values: { title }, db, records }) {
        if (title === 'never ends') return never;
        if (title === 'ends late') {
          late = setTimeout(6000).then(() => db.updateTable('c_books').set({ text_author: 'too late' }).execute());
          await late;
        }
        if (title === 'for ever') {
          deep += 1;
          await records.create('books', { title });
        }
        if (title === 'writes for ever') for (;;) await records.create('books', { title: 'left behind' });
        if (title === 'writes at once')
          await Promise.all([
            ...Array.from({ length: 5 }, () => records.create('books', { title: 'left behind' })),
            Promise.reject(new Error('one part failed')),
          ]);
        if (title === 'does not wait') void records.create('books', { title: 'left behind' }).catch(() => undefined);
        if (title === 'waits for a lock' || title === 'waits too long') {
          await records.find('books', { where: { title: 'locked' }, lock: true });
          await setTimeout(2000);
        }
        return GIVEN[title] as never;
      },
      async change({ id, values: { title }, records }) {
        if (title === 'changes itself') await records.update('books', id, { author: 'Hook' });
        if (title === 'changes another badly') await records.update('books', id, { genre: 'Cooking' });
      },
    },
    committed: { create: ({ values: { title } }) => (title === 'never ends afterwards' ? never : undefined) },
  }),
  copies: defineHooks(copies, {
    after: {
      async create({ values: { book, signature }, records }) {
        await records.update('books', book, { author: signature });
      },
      async change({ values: { book }, records }) {
        await records.update('books', book ?? '', { title: 'By its copy' });
      },
    },
  }),
};

const server = serverForAll({}, { resources: [books, copies] as unknown as AnyResource[], hooks });
const of = (name: string) => clientOf(server, 'admin', name);
const created = () => server.services.collections.filter(({ resource }) => resource.name === 'books');
const named = async (title: string) => (await of('books').list({ filter: { q: title } })).body as unknown[];

describe('values from a hook', () => {
  test.each(Object.keys(GIVEN).slice(0, -1))('are not written if they are invalid: %s', async (title) => {
    expect((await of('books').create({ title })).http).toBe(500);
    expect(await named(title)).toEqual([]);
  });

  test('are written if they are valid', async () => {
    const { body } = await of('books').create({ title: 'well made', author: 'Ann' });
    expect(body).toMatchObject({ genre: 'Law', pages: 3, author: null });
  });
});

test('stops recursive hooks and lets no hook change its own record', async () => {
  const { id } = (await of('books').create({ title: 'One' })).body;
  for (const title of ['changes itself', 'changes another badly'])
    expect((await of('books').update(id, { title })).http).toBe(500);
  expect((await of('books').one(id)).body).toMatchObject({ title: 'One', version: 1 });
  expect((await of('books').create({ title: 'for ever' })).http).toBe(500);
  // The first one and 20 nested ones.
  expect(deep).toBe(21);
  expect(await named('for ever')).toEqual([]);
  // Another record is allowed.
  expect((await of('copies').create({ signature: 'S-1', book: id })).http).toBe(201);
  expect((await of('books').one(id)).body).toMatchObject({ author: 'S-1', version: 2 });
});

test('stops an endless hook and releases waiting writers', async () => {
  const hung = of('books').create({ title: 'never ends' });
  const behind = of('books').create({ title: 'behind it' });
  const [refused, written] = await Promise.all([hung, behind]);
  expect([refused.http, written.http]).toEqual([500, 201]);
  expect(await named('never ends')).toEqual([]);
});

test('ignores later work of an abandoned hook', async () => {
  expect((await of('books').create({ title: 'ends late' })).http).toBe(500);
  await expect(late).rejects.toThrow('already rolled back');
  expect(await named('too late')).toEqual([]);
});

test.each(['writes for ever', 'writes at once', 'does not wait'])('keeps nothing of a hook that %s', async (title) => {
  expect((await of('books').create({ title })).http).toBe(500);
  expect([await named(title), await named('left behind')]).toEqual([[], []]);
  expect(await findUnrecorded(server.services.db, created())).toEqual([]);
});

/** Locks a record until `released` is fulfilled. */
async function holdRecord(title: string, released: Promise<unknown>) {
  const { id } = (await of('books').create({ title })).body;
  const { promise: locked, resolve } = Promise.withResolvers<void>();
  const ended = transaction(systemContext(server.services), async (tx) => {
    await records(tx).find('books', { where: { id }, lock: true });
    resolve();
    await released;
  });
  await locked;
  return ended;
}

// SQLite has one writer, which waits for nobody.
describe.runIf(process.env.TEST_DATABASE_URL)('a hook that waits for a lock', () => {
  test('has all its time afterwards', async () => {
    const ended = holdRecord('locked', setTimeout(4000));
    await expect.poll(() => named('locked')).toHaveLength(1);
    expect((await of('books').create({ title: 'waits for a lock' })).http).toBe(201);
    await ended;
  });

  test('is answered with 503 if it waits too long, and writes nothing', async () => {
    const { promise: released, resolve } = Promise.withResolvers<void>();
    const ended = holdRecord('locked', released);
    await expect.poll(() => named('locked')).toHaveLength(2);
    const { http, retryAfter } = await of('books').create({ title: 'waits too long' });
    expect([http, retryAfter]).toEqual([503, '2']);
    resolve();
    await ended;
    expect(await named('waits too long')).toEqual([]);
  });
});

test('stops an endless hook after the write', async () => {
  expect((await of('books').create({ title: 'never ends afterwards' })).http).toBe(201);
});
