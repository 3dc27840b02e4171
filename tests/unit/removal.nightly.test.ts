import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

const DAY = 24 * 60 * 60 * 1000;
/** `features`: all of them. */
const parts = [
  'features',
  ...globSync('{frame/plugins/*,features/*,examples/plugin-*}').map((folder) =>
    basename(folder).replace(/^plugin-/, ''),
  ),
];
const first = (Math.floor(Date.now() / DAY) * 2) % parts.length;
/** Two of them, others each night: `npm run test:without` tries all. */
const tonight = [...parts.toSorted(), ...parts.toSorted()].slice(first, first + 2);

test.each(tonight)('leaves types, build, start and data whole without %s', (name) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/test-without.ts', '--smoke', name], {
    encoding: 'utf8',
  });
  expect([status, stdout + stderr]).toEqual([0, expect.stringContaining(`without ${name}: green`)]);
});
