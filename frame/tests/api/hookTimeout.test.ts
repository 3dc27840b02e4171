import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { text } from '../../fields/index.ts';
import { clientOf } from './client.ts';
import { serverForAll } from './harness.ts';
import { resourceOf } from './resourceOf.ts';

const phases = ['before', 'after'] as const;
const resources = phases.map((phase) =>
  resourceOf(phase, { title: text() }, { roles: { admin: { can: ['list', 'create'] } } }),
);
const hooks = Object.fromEntries(
  phases.map((phase) => [phase, { timeout: 0.1, [phase]: { create: () => delay(1000) } }]),
);
const server = serverForAll({}, { resources, hooks: hooks as never });

test.each(phases)('a %s hook that takes longer than the timeout of its hooks writes nothing', async (phase) => {
  const admin = clientOf(server, 'admin', phase);
  expect((await admin.create({ title: 'Slow' })).http).toBe(500);
  expect((await admin.list()).body).toEqual([]);
});
