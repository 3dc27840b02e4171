import { expect, test } from 'vitest';
import { text } from '../../fields/index.ts';
import { records } from '../../server/records/operations/recordsApi.ts';
import { systemContext, transaction, trustedContext } from '../../server/records/operations/recordsContext.ts';
import { serverForAll } from './harness.ts';
import { resourceOf } from './resourceOf.ts';

/** A table of the frame with columns that can stand for stamps. */
const parcels = resourceOf(
  'parcels',
  { account: text({ required: true }), codeHash: text({ required: true }) },
  {
    api: {},
    table: {
      name: 'reset_codes',
      columns: { account: 'account_id' },
      stamps: { version: 'tries', createdAt: 'created_at', changedAt: 'expires_at' },
      writable: true,
    },
  },
);
const server = serverForAll({}, { resources: [parcels] });
const system = () => systemContext(server.services);
const api = () => records(system());
const add = (codeHash: string) => api().create('parcels', { account: server.ids.admin, codeHash });
const findRow = (id: string) =>
  server.services.db.selectFrom('reset_codes').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('counts versions and sets times in the named columns', async () => {
  const { id } = await add('box');
  expect(await findRow(id)).toMatchObject({ tries: 1, created_at: expect.any(Number) });
  const changed = await api().update('parcels', id, { codeHash: 'shelf', version: 1 });
  expect(changed.version).toBe(2);
  const row = await findRow(id);
  expect(row).toMatchObject({ code_hash: 'shelf', tries: 2 });
  expect(row.expires_at).toBeGreaterThanOrEqual(row.created_at);
  // An unchanged record keeps its version.
  await api().update('parcels', id, { codeHash: 'shelf' });
  expect((await findRow(id)).tries).toBe(2);
});

test('refuses an outdated version, also from code that writes as a hook', async () => {
  const { id } = await add('other');
  await api().update('parcels', id, { codeHash: 'changed' });
  const stale = { status: 409, message: 'server.stale' };
  await expect(api().update('parcels', id, { codeHash: 'lost', version: 1 })).rejects.toMatchObject(stale);
  const asHook = transaction(system(), (tx) =>
    records(trustedContext(tx)).update('parcels', id, { codeHash: 'lost', version: 1 }),
  );
  await expect(asHook).rejects.toMatchObject(stale);
  expect((await findRow(id)).code_hash).toBe('changed');
});
