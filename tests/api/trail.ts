import { sql } from 'kysely';
import type { Services } from 'portal-frame/server';
import { fromRoot } from '../../scripts/lib/root.ts';
import type { TestServer } from './harness.ts';

/** A row of the audit trail, read without the types of its plug-in, which may be left out. */
export interface TrailRow extends Record<'role' | 'name' | 'deed' | 'resource' | 'address' | 'details', string> {
  id: number;
  account_id: string | null;
  record_id: string | null;
}

/** Reads the entries with these values, once those that wait are written. */
export async function readTrail(
  { services }: Pick<TestServer, 'services'>,
  where: Partial<TrailRow> = {},
): Promise<TrailRow[]> {
  await services.activity.flush();
  const equal = Object.entries(where).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const narrowed = sql.join([sql`1 = 1`, ...equal], sql` and `);
  return (await sql<TrailRow>`select * from audit where ${narrowed} order by id`.execute(services.db)).rows;
}

/** Returns the entries that `work` writes. */
export async function trailOf(server: TestServer, work: () => Promise<unknown>): Promise<TrailRow[]> {
  const { length: before } = await readTrail(server);
  await work();
  return (await readTrail(server)).slice(before);
}

interface AuditModule {
  verifyAudit(of: Pick<Services, 'db'> & { files: Pick<Services['files'], 'storage'> }): Promise<{
    sound: number;
    broken?: { reason: string };
  }>;
}

/** Verifies the chain of the trail. By its path, as its plug-in may be left out. */
export async function verifyTrail(
  ...of: Parameters<AuditModule['verifyAudit']>
): ReturnType<AuditModule['verifyAudit']> {
  const { verifyAudit } = (await import(fromRoot('frame/plugins/audit/server/verifyAudit.ts'))) as AuditModule;
  return verifyAudit(...of);
}
