// The built portal builds schemas lazily (frame/fields/native/zod.ts). They must behave like zod's.

import type { Call, Field } from 'portal-frame';
import * as fields from 'portal-frame/fields';
import { findUsedZodNames } from 'portal-frame/internal/tools';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as zod from 'zod';
import profiles from '../../src/profiles.ts';
import { calls } from '../../src/wire/index.ts';

type Sources = {
  standIn: typeof import('portal-frame/internal/zod');
  wire: typeof import('../../src/wire/index.ts');
  profiles: typeof import('../../src/profiles.ts');
  fields: typeof import('portal-frame/fields');
};
let later: Sources;

beforeAll(async () => {
  vi.resetModules();
  vi.doMock('zod', () => import('portal-frame/internal/zod'));
  await import('../../src/roles.ts');
  later = {
    standIn: await import('portal-frame/internal/zod'),
    wire: await import('../../src/wire/index.ts'),
    profiles: await import('../../src/profiles.ts'),
    fields: await import('portal-frame/fields'),
  };
});
afterAll(() => {
  vi.doUnmock('zod');
  // The next file of this process loads the real one.
  vi.resetModules();
});

const TEXTS = [
  '',
  ' a ',
  'ann@lab.test',
  '+12025550123',
  '2020-02-29',
  '2026-03-08T14:30',
  'Pending',
  'Other',
  '08:00',
];
const VALUES = [undefined, null, ...TEXTS, 0, -1, 1.5, true, [], ['a'], {}];

const resultOf = (schema: zod.ZodType, value: unknown) => {
  const { data, error } = schema.safeParse(value);
  return JSON.stringify(error?.issues ?? data);
};

const spread = (schema: zod.ZodObject, value: unknown) =>
  Object.fromEntries(Object.keys(schema.shape).map((name) => [name, value]));

test('builds no schema before zod has loaded', () => {
  expect(() => later.profiles.default.roles?.admin?.rules.safeParse({})).toThrow(/loadZod\.ts/);
  const used = findUsedZodNames();
  later.standIn.provideZod(Object.fromEntries(Object.entries(zod).filter(([name]) => used.includes(name))));
  expect(later.profiles.default.roles?.admin?.rules.safeParse({}).success).toBe(false);
});

test('validates every wire schema like zod', () => {
  const [own, others] = [calls, later.wire.calls] as unknown as Record<string, Call>[];
  for (const [name, call] of Object.entries(own ?? {})) {
    const other = others?.[name] as Call;
    expect(other.path).toBe(call.path);
    for (const part of ['query', 'body'] as const) {
      const [schema, made] = [call[part], other[part]];
      if (!schema || !made) continue;
      for (const value of VALUES)
        expect([name, resultOf(made, spread(schema, value))]).toEqual([name, resultOf(schema, spread(schema, value))]);
    }
    for (const value of VALUES) expect([name, resultOf(other.data, value)]).toEqual([name, resultOf(call.data, value)]);
  }
  for (const role of ['admin', 'employee', 'laboratory'] as const)
    expect(Object.keys(later.profiles.default.roles?.[role]?.rules.shape ?? {})).toEqual(
      Object.keys(profiles.roles?.[role]?.rules.shape ?? {}),
    );
});

test('validates every kind of field like zod', () => {
  const options = { choices: ['Pending', 'Completed'], to: 'employees' };
  for (const name of Object.keys(fields) as (keyof typeof fields)[]) {
    const [own, other] = [fields, later.fields].map((kinds) => {
      const field = (kinds[name] as (options: object) => Field)(options);
      return field.kind.schema(field);
    }) as [zod.ZodType, zod.ZodType];
    for (const value of VALUES) expect([name, resultOf(other, value)]).toEqual([name, resultOf(own, value)]);
  }
});
