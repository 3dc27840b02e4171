import { expect, test } from 'vitest';
import { text } from '../../fields/index.ts';
import { records } from '../../server/records/operations/recordsApi.ts';
import { systemContext, transaction, trustedContext } from '../../server/records/operations/recordsContext.ts';
import { serverForAll } from './harness.ts';
import { resourceOf } from './resourceOf.ts';

/** A table of the frame with columns that can stand for stamps. */
const parcels = resourceOf(
  'parcels',
  { account: text({ required: true }), codeHash: text({ required: true }), network: text() },
  {
    api: {},
    table: {
      name: 'reset_codes',
      columns: { account: 'account_id' },
      stamps: { version: 'tries', createdAt: 'created_at', changedAt: 'expires_at' },
      emptyTexts: ['network'],
      unversioned: ['network'],
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

test('keeps version and times if only `unversioned` fields change', async () => {
  const { id } = await add('derived');
  const before = await findRow(id);
  await api().update('parcels', id, { network: 'north' });
  expect(await findRow(id)).toEqual({ ...before, network: 'north' });
  await api().update('parcels', id, { network: 'south', codeHash: 'moved' });
  expect(await findRow(id)).toMatchObject({ network: 'south', code_hash: 'moved', tries: 2 });
});

test('a hook updates many records at once: each counts its version, and all or none are found', async () => {
  const ids = [(await add('many 1')).id, (await add('many 2')).id, (await add('same')).id].map(String);
  const asHook = (many: readonly string[]) =>
    transaction(system(), async (tx) => {
      const changed = await records(trustedContext(tx)).updateMany('parcels', many, { codeHash: 'same' });
      return { changed, noted: tx.transaction.alsoChanged.map(({ recordId }) => recordId) };
    });
  const { changed, noted } = await asHook(ids);
  const versions = new Map(changed.map(({ id, version }) => [id, version]));
  // Records come by id, and ids of one second are in no order.
  expect(ids.map((id) => versions.get(id))).toEqual([2, 2, 1]);
  expect(noted.toSorted()).toEqual(ids.slice(0, 2).toSorted());
  expect((await findRow(ids[1] ?? '')).code_hash).toBe('same');
  await expect(asHook([...ids, 'nobody'])).rejects.toMatchObject({ status: 404 });
});
