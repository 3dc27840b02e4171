import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnyResource } from 'portal-frame';
import { ConfigError } from 'portal-frame/internal';
import { loadHooks, type RecordChange } from 'portal-frame/internal/server';
import type { Hooks } from 'portal-frame/server';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import tubeHooks from '../fixtures/tubeHooks.ts';
import tubes from '../fixtures/tubes.ts';
import { type Person, serverForAll } from './harness.ts';
import { clientOf } from './supplies.ts';

/** The calls of hooks in order, with the values they received. */
let heard: string[] = [];
const hear =
  (moment: string) =>
  ({ values, before, action }: Pick<RecordChange, 'values' | 'before' | 'action'>) => {
    heard.push([moment, action, before?.state ?? '-', values.state ?? '-'].filter(Boolean).join(' '));
  };
const listening: Hooks = {
  before: { ...tubeHooks.before, delete: hear('before') },
  after: {
    create: hear('after'),
    change: ({ refuse, ...context }) => {
      hear('after')(context);
      if (context.values.volume === 0.5) refuse('No halves.', 'volume');
    },
    transition: hear('after'),
    delete: hear('after'),
  },
  committed: {
    create: hear('committed'),
    transition: (context) => {
      hear('committed')(context);
      throw new Error('the mail server is away');
    },
    delete: hear('committed'),
  },
};

const server = serverForAll({}, { resources: [tubes as unknown as AnyResource], hooks: { tubes: listening } });
beforeEach(() => {
  heard = [];
});
const of = (person: Person) => clientOf(server, person, 'tubes');

describe('hooks', () => {
  test('add values, and refuse at a field', async () => {
    const { body } = await of('admin').create({ barcode: ' t-1 ' });
    expect(body).toMatchObject({ barcode: 'T-1', state: 'Collected' });
    const refused = await of('admin').create({ barcode: 'VOID' });
    expect(refused.body).toMatchObject({ code: 400, data: { errors: { barcode: 'This barcode is void.' } } });
    expect((await of('admin').list({ filter: { q: 'void' } })).body).toEqual([]);
  });

  test('receive each change in order, with old and new values', async () => {
    const { id } = (await of('admin').create({ barcode: 'H-1' })).body;
    await of('admin').update(id, { volume: 1 });
    expect((await of('admin').send('POST', `/${id}/handOver`, {})).http).toBe(200);
    await of('admin').remove(id);
    expect(heard).toEqual([
      'after - Collected',
      'committed - Collected',
      'after Collected Collected',
      'after handOver Collected Handed over',
      'committed handOver Collected Handed over',
      'before Handed over Handed over',
      'after Handed over Handed over',
      'committed Handed over Handed over',
    ]);
  });

  test('roll back a change that they refuse afterwards (spec 13.7)', async () => {
    const { id } = (await of('admin').create({ barcode: 'H-2', volume: 1 })).body;
    const refused = await of('admin').update(id, { volume: 0.5 });
    expect(refused.body).toMatchObject({
      code: 400,
      message: 'No halves.',
      data: { errors: { volume: 'No halves.' } },
    });
    expect((await of('admin').one(id)).body).toMatchObject({ volume: 1, version: 1 });
  });

  test('do not run `committed` without a commit', async () => {
    const { id } = (await of('admin').create({ barcode: 'H-3' })).body;
    heard = [];
    expect((await of('laboratory').send('POST', `/${id}/receive`, {})).http).toBe(409);
    expect((await of('admin').create({ barcode: 'h-3' })).http).toBe(409);
    expect(heard).toEqual([]);
  });
});

describe('loading of hooks by file name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-hooks-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const errorsOf = async (name: string, hooks: string | undefined): Promise<string[]> => {
    const place = mkdtempSync(join(folder, 'x'));
    writeFileSync(join(place, `${name}.ts`), hooks ? `export default ${hooks};` : 'export const hooks = {};');
    try {
      const found = await loadHooks([tubes as unknown as AnyResource], place);
      return Object.keys(found);
    } catch (cause) {
      if (!(cause instanceof ConfigError)) throw cause;
      return cause.errors.map((error) => error.replace(/^.*\//, ''));
    }
  };
  test.each([
    ['tubes', '{ after: { create() {} } }', 'tubes'],
    ['tube', '{}', 'tube.ts: found "tube", expected the name of a collection. Did you mean "tubes"?'],
    ['tubes', undefined, 'tubes.ts: found no default export, expected export default defineHooks({ ... }).'],
    [
      'tubes',
      '{ befor: {} }',
      'tubes.ts: befor: found "befor", expected one of prepare, before, after, afterAll, committed, timeout. Did you mean "before"?',
    ],
    [
      'tubes',
      '{ after: { creat() {} } }',
      'tubes.ts: after.creat: found "creat", expected one of create, change, delete, transition. Did you mean "create"?',
    ],
    [
      'tubes',
      '{ before: [], after: { create: "later" } }',
      'tubes.ts: after.create: found "later", expected a function.',
    ],
    ['tubes', '{ afterAll: { create() {} } }', 'tubes.ts: afterAll: found {}, expected a function.'],
    [
      'tubes',
      '{ before() {} }',
      'tubes.ts: before: found a function, expected hooks by what they are called for, such as { create() { ... } }.',
    ],
  ])('loads or reports %s with %s', async (name, hooks, expected) =>
    expect(await errorsOf(name, hooks)).toEqual([expected]),
  );
});
