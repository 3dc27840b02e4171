import { isSafePattern } from 'redos-detector';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { searchQuery } from '../../server/fhir/search.ts';
import { unboundedIn } from '../../server/http/lengths.ts';
import { keptProfileRules } from '../../src/wire/account.ts';
import type { Call } from '../../src/wire/call.ts';
import { calls } from '../../src/wire/index.ts';
import { patternsIn } from './source.ts';

/** Files whose patterns see nothing but what stands in our own sources, in the environment or in our own database. */
const OWN_TEXTS = [
  'server/config.ts',
  'server/http/endpoints.ts',
  'server/files/filesUrl.ts',
  'server/files/store.ts',
  'server/http/openapi.ts',
  'server/http/routes.ts',
  'server/http/texts.ts',
  'src/config/check.ts',
  'src/config/checkOptions.ts',
  'src/dataProvider/host.ts',
  'src/fields/reference.ts',
  'src/wire/call.ts',
];

test('every pattern that sees what people send takes no longer than the text is', { timeout: 120_000 }, () => {
  const patterns = patternsIn('{server,src}/**/*.{ts,tsx}').filter(
    ({ file }) => !OWN_TEXTS.includes(file) && !file.startsWith('server/demo/'),
  );
  expect(patterns.length).toBeGreaterThan(60);
  const slow = patterns.filter(({ text, flags }) => {
    const has = (flag: string) => flags.includes(flag);
    return !isSafePattern(text, {
      caseInsensitive: has('i'),
      unicode: has('u'),
      dotAll: has('s'),
      multiLine: has('m'),
      timeout: 5000,
    }).safe;
  });
  expect(slow).toEqual([]);
});

test('every text and list of every call says how long it may be', () => {
  const schemas: [string, z.ZodType | undefined][] = [
    ...(Object.entries(calls) as [string, Call][]).flatMap(
      ([name, { query, body }]): [string, z.ZodType | undefined][] => [
        [`${name} query`, query],
        [`${name} body`, body],
      ],
    ),
    ...Object.entries(keptProfileRules),
    ['fhir', searchQuery],
  ];
  const unbounded = schemas.flatMap(([name, schema]) => (schema ? unboundedIn(schema).map((path) => name + path) : []));
  expect(unbounded).toEqual([]);
});
