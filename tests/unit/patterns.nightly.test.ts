import type { Call } from 'portal-frame';
import { findUnboundedPaths } from 'portal-frame/internal/server';
import { isSafePattern } from 'redos-detector';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import profiles from '../../src/profiles.ts';
import { calls } from '../api/servedCalls.ts';
import { patternsIn } from './source.ts';

/** Files whose patterns only see our own sources, the environment or our database. */
const OWN_TEXTS = [
  'frame/server/config.ts',
  'frame/server/http/endpoints.ts',
  'frame/server/base/filesUrl.ts',
  'frame/server/files/fileStore.ts',
  'frame/server/http/routeSchemas.ts',
  'frame/plugins/openApi/server/documentByCaller.ts',
  'frame/server/http/callRoutes.ts',
  'frame/server/base/serverTexts.ts',
  'frame/config/app/claimNames.ts',
  'frame/config/checkResources.ts',
  'frame/config/checks/checkOptions.ts',
  'frame/config/related/derivedFields.ts',
  'frame/dataProvider/host.ts',
  'frame/fields/reference.ts',
  'frame/wire/call.ts',
  'frame/plugins/automations/server/automationList.ts',
  'frame/server/records/derived/staleRecords.ts',
  'frame/commands/upgrade/applyTemplate.ts',
  'frame/testing/mails.ts',
];

test('runs every pattern on user input in linear time', () => {
  const patterns = patternsIn('{frame,server,src,features}/**/*.{ts,tsx}').filter(
    ({ file }) =>
      !OWN_TEXTS.includes(file) &&
      !/^(server.demo|frame.build|frame.tests|frame.vite|(features|frame.plugins).\w+.tests)/.test(file),
  );
  expect(patterns.length).toBeGreaterThan(60);
  const slow = patterns.filter(({ text, flags }) => {
    const has = (flag: string) => flags.includes(flag);
    return !isSafePattern(text, {
      caseInsensitive: has('i'),
      unicode: has('u'),
      dotAll: has('s'),
      multiLine: has('m'),
    }).safe;
  });
  expect(slow).toEqual([]);
});

test('limits every text and list of every call (ASVS 2.2.1)', () => {
  const schemas: [string, z.ZodType | undefined][] = [
    ...(Object.entries(calls) as [string, Call][]).flatMap(
      ([name, { query, body }]): [string, z.ZodType | undefined][] => [
        [`${name} query`, query],
        [`${name} body`, body],
      ],
    ),
    ...Object.entries(profiles.roles ?? {}).map(([role, { storedRules: kept }]): [string, z.ZodType] => [role, kept]),
  ];
  const unbounded = schemas.flatMap(([name, schema]) =>
    schema ? findUnboundedPaths(schema).map((path) => name + path) : [],
  );
  expect(unbounded).toEqual([]);
});
