import { createAuditQueue } from 'portal-frame/plugins/audit/testing';
import { expect, test } from 'vitest';

test('writes audit entries of consecutive event loop turns together', async () => {
  const batches: number[] = [];
  const queue = createAuditQueue(async (entries) => void batches.push(entries.length));
  const entry = { at: 1, accountId: null, resource: 'x', recordId: null, address: '', details: {} };
  const written: Promise<void>[] = [];
  for (let turn = 0; turn < 5; turn++) {
    // Every other turn brings nothing.
    if (turn % 2 === 0)
      for (const operation of ['list', 'read'] as const) written.push(queue.write({ ...entry, operation }));
    await new Promise(setImmediate);
  }
  await Promise.all(written);
  expect(batches).toEqual([6]);
});
