import type { AuditRow } from 'portal-frame/internal/server';
import type { TestServer } from './harness.ts';

/** Returns the audit entries written by `work`. */
export async function trailOf({ services }: TestServer, work: () => Promise<unknown>): Promise<AuditRow[]> {
  const { db, audit } = services;
  await audit.flush();
  const { length: before } = await db.selectFrom('audit').select('id').execute();
  await work();
  await audit.flush();
  return (await db.selectFrom('audit').selectAll().orderBy('id').execute()).slice(before);
}
