import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findLastSuccesses } from 'portal-frame/internal/server';
import type { AuditRow } from 'portal-frame/plugins/audit/testing';
import { beforeAll, expect, test } from 'vitest';
import { serverForAll } from './harness.ts';

const server = serverForAll();
beforeAll(async () => {
  for (const person of ['admin', 'employee', 'laboratory'] as const) await server.tokenOf(person);
});

async function allRows(): Promise<AuditRow[]> {
  await server.services.activity.flush();
  return server.services.db.selectFrom('audit').selectAll().orderBy('id').execute();
}
test('counts valid rows by npm run audit:verify, which fails if an earlier hash is missing', async () => {
  const rows = await allRows();
  const last = rows.at(-1)?.hash as string;
  const { dataDir, databaseUrl } = server.config;
  const verify = async (...words: string[]) => {
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' };
    const child = spawn(process.execPath, ['frame/commands/plugin-command.ts', 'audit-verify', ...words], { env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const [code] = await once(child, 'close');
    return { code, output };
  };
  const sound = { code: 0, output: `The audit trail is sound: ${rows.length} rows. Its last hash: ${last}\n` };
  expect(await verify()).toEqual(sound);
  expect((await findLastSuccesses(server.services.db)).map(({ name }) => name)).toEqual(['audit_verify']);
  expect(await verify(rows[1]?.hash as string)).toEqual(sound);
  const gone = await verify('f'.repeat(64));
  expect(gone.code).toBe(1);
  expect(gone.output).toContain('rows at the end are gone');
});
