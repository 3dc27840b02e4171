import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { Services } from 'portal-frame/server';
import type { Db, Schema } from 'portal-frame/server/database';
import { deleteRows, runTransaction } from 'portal-frame/server/plugins';
import { writeJsonLines } from 'portal-frame/server/storage';
import { findBreak, getIndexKeys } from './auditChain.ts';
import type { AuditArchiveRow, AuditRecordRow, AuditRow } from './auditTables.ts';
import { checkArchive } from './verifyAudit.ts';

type ArchiveServices = Pick<Services, 'db' | 'store' | 'files' | 'activity'>;

/** A file of so many rows has about 10 MB. */
const ROWS_PER_FILE = 100_000;
const PAGE_SIZE = 500;
/** Rows per transaction, and entries in audit_records. An export has thousands of entries. */
const DELETE_BATCH = 400;
const MAX_ENTRIES = 5000;
/** Other changes get their turn in between. */
const PAUSE_MS = 5;

type ChainEnd = Pick<AuditArchiveRow, 'last_id' | 'last_hash'>;

/** Finds the last archived row. The chain in the table continues after it. */
export const findArchiveEnd = async (db: Db): Promise<ChainEnd> =>
  (await db
    .selectFrom('audit_archives')
    .select(['last_id', 'last_hash'])
    .orderBy('first_id', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? { last_id: 0, last_hash: '' };

/** Reads the rows after `end` that are older than `until`, and moves `end` along. Throws if the chain is broken. */
async function* takeRows(db: Db, end: ChainEnd, until: number, limit: number): AsyncIterable<AuditRow> {
  for (let left = limit; left > 0; await pause(PAUSE_MS)) {
    const next = db.selectFrom('audit').selectAll().where('id', '>', end.last_id).orderBy('id');
    const rows = await next.limit(Math.min(PAGE_SIZE, left)).execute();
    for (const row of rows) {
      if (row.at >= until) return;
      const reason = findBreak(row, end.last_id + 1, end.last_hash);
      if (reason) throw new Error(`The audit trail is broken at row ${row.id}: ${reason}. Nothing of it was archived.`);
      yield row;
      end.last_id = row.id;
      end.last_hash = row.hash;
    }
    left -= rows.length;
    if (rows.length < PAGE_SIZE) return;
  }
}

/** Writes the next archive and records it. Deletes no row. Returns the number of its rows. */
async function writeArchive(
  { db, store, files, activity }: ArchiveServices,
  now: number,
  until: number,
  limit: number,
) {
  const { last_id: before, last_hash: previousHash } = await findArchiveEnd(db);
  const oldest = db.selectFrom('audit').select('at').where('id', '>', before).orderBy('id').limit(1);
  if (((await oldest.executeTakeFirst())?.at ?? until) >= until) return 0;
  const path = files.newPath('jsonl.gz');
  const end: ChainEnd = { last_id: before, last_hash: previousHash };
  await writeJsonLines(join(files.incoming, path), takeRows(db, end, until, limit));
  await files.moveToStorage(path);
  const archive: AuditArchiveRow = { first_id: before + 1, ...end, path };
  await checkArchive(files.storage, archive, previousHash);
  const count = end.last_id - before;
  const details = { action: 'archive', count, first: archive.first_id, last: end.last_id, hash: end.last_hash };
  await runTransaction(store, async (trx) => {
    await trx.insertInto('audit_archives').values(archive).execute();
    await activity.append(trx, [
      { at: now, accountId: null, operation: 'delete', resource: 'audit', recordId: null, address: '', details },
    ]);
  });
  return count;
}

/** Deletes archived rows, but keeps those that later rows refer to (`same`). */
async function deleteArchivedRows({ db, store }: ArchiveServices): Promise<number> {
  const { last_id } = await findArchiveEnd(db);
  let deleted = 0;
  for (let after = 0; ; await pause(PAUSE_MS)) {
    const archived = db
      .selectFrom('audit')
      .select(['id', 'details'])
      .where('id', '>', after)
      .where('id', '<=', last_id);
    const unused = archived.where(({ not, exists, selectFrom }) => {
      const later = selectFrom('audit_records').select('audit_id').where('audit_id', '>', last_id);
      return not(exists(later.where('record_id', '=', sql<string>`'#' || cast(audit.id as text)`)));
    });
    const rows = await unused.orderBy('id').limit(DELETE_BATCH).execute();
    if (rows.length === 0) return deleted;
    const ids: { id: number }[] = [];
    const entries: AuditRecordRow[] = [];
    for (const { id, details } of rows) {
      if (entries.length > MAX_ENTRIES) break;
      ids.push({ id });
      entries.push(...getIndexKeys(JSON.parse(details)).map((record_id) => ({ record_id, audit_id: id })));
      after = id;
    }
    const work = async (trx: Transaction<Schema>) => {
      await deleteRows(trx, 'audit_records', entries);
      await deleteRows(trx, 'audit', ids);
    };
    await runTransaction(store, work, { onWorker: true });
    deleted += ids.length;
  }
}

/**
 * Moves audit rows from before `until` (ms) to compressed files of the storage. Each file is complete, checked and
 * recorded before the first of its rows is deleted, so a crash loses nothing; the next call continues.
 */
export async function archiveAudit(
  services: ArchiveServices,
  { now, until, rowsPerFile = ROWS_PER_FILE }: { now: number; until: number; rowsPerFile?: number },
): Promise<{ archived: number; deleted: number }> {
  const total = { archived: 0, deleted: await deleteArchivedRows(services) };
  for (;;) {
    const archived = await writeArchive(services, now, until, rowsPerFile);
    if (archived === 0) return total;
    total.archived += archived;
    total.deleted += await deleteArchivedRows(services);
  }
}
