import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { serverForTest, type TestServer } from '../../../../tests/api/harness.ts';
import { linesOf } from '../../../../tests/api/running.ts';
import { archiveAudit } from '../../server/archiveAudit.ts';
import { type AuditEntry, appendAudit } from '../../server/auditChain.ts';
import type { AuditRow } from '../../server/auditTables.ts';
import { ROWS_PER_FILE, UNTIL } from './archiveOnce.ts';

const OLD = Date.UTC(2015, 5, 1);
export const NOW = Date.UTC(2026, 5, 1);

export const entry = (at: number, ids?: readonly string[]): AuditEntry => ({
  ...{ at, accountId: null, operation: 'list', resource: 'supplies', recordId: null, address: '10.0.0.1' },
  ...{ details: { count: ids?.length ?? 0 }, ids },
});

/** A server whose trail has 600 old rows and 40 new ones. The last refers to the list of row 300. */
export async function serverWithTrail(): Promise<TestServer> {
  const server = await serverForTest();
  const { db, store, activity } = server.services;
  await activity.flush();
  const { count } = await db
    .selectFrom('audit')
    .select((of) => of.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(0);
  const old = Array.from({ length: 600 }, (_, n) => entry(OLD + n, [`record${n + 1}`, 'everyone']));
  const recent = Array.from({ length: 40 }, (_, n) => entry(NOW - 1000 + n));
  const again: AuditEntry = { ...entry(NOW - 1), same: 300 };
  await db.transaction().execute((trx) => appendAudit(trx, store.kind, [...old, ...recent, again]));
  return server;
}
export const archive = ({ services }: TestServer) =>
  archiveAudit(services, { now: NOW, until: UNTIL, rowsPerFile: ROWS_PER_FILE });
export const tableRows = ({ services }: TestServer) =>
  services.db.selectFrom('audit').selectAll().orderBy('id').execute();
export const archivesOf = ({ services }: TestServer) =>
  services.db.selectFrom('audit_archives').selectAll().orderBy('first_id').execute();
export const fileOf = ({ config }: TestServer, path: string) => join(config.dataDir, 'uploads', path.slice(0, 2), path);
export const readFile = (server: TestServer, path: string): AuditRow[] =>
  linesOf(gunzipSync(readFileSync(fileOf(server, path))).toString()).map((line) => JSON.parse(line));
