import { expect, test } from 'vitest';
import { choice, number } from '../../fields/index.ts';
import type { TransactionHookContext } from '../../server/records/write/runHooks.ts';
import { clientOf } from './client.ts';
import { serverForAll } from './harness.ts';
import { resourceOf } from './resourceOf.ts';

const months = resourceOf(
  'months',
  { total: number(), state: choice({ choices: ['open', 'closed'], required: true }) },
  {
    states: {
      field: 'state',
      start: 'open',
      transitions: { close: { from: 'open', to: 'closed', bulk: true } },
    },
    roles: { admin: { can: ['list', 'create', 'edit', 'close'] } },
  },
);
const prepared: unknown[] = [];
let inTransaction: boolean | undefined;
const hooks = {
  prepare: {
    async transition(context: object) {
      inTransaction = 'db' in context;
      return { total: 7 };
    },
  },
  before: {
    transition(context: TransactionHookContext) {
      prepared.push(context.prepared);
      return { ...(context.prepared as object) };
    },
  },
};
const server = serverForAll({}, { resources: [months], hooks: { months: hooks } as never });
const admin = clientOf(server, 'admin', 'months');
const add = async () => (await admin.create({})).body.id as string;

test('runs outside the transaction, and passes its result to `before` and `after`', async () => {
  const id = await add();
  const closed = await admin.send('POST', `/${id}/close`, {});
  expect([closed.http, closed.body.total, inTransaction, prepared]).toEqual([200, 7, false, [{ total: 7 }]]);
});

test('is skipped for a refused action and for bulk actions', async () => {
  const id = await add();
  inTransaction = undefined;
  expect((await admin.send('POST', `/${id}/close`, { version: 9 })).http).toBe(409);
  expect((await admin.send('POST', '/none/close', {})).http).toBe(404);
  expect((await admin.send('POST', '/many/close', { ids: [id, await add()] })).http).toBe(200);
  expect((await admin.send('POST', `/${id}/close`, {})).http).toBe(409);
  expect([inTransaction, prepared]).toEqual([undefined, [{ total: 7 }, undefined, undefined]]);
});
