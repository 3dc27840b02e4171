import type { Services } from 'portal-frame/server';
import type { Db } from 'portal-frame/server/database';
import { readJsonLines, type StorageAdapter } from 'portal-frame/server/storage';
import { findBreak, getIndexKeys, hashAuditRow } from './auditChain.ts';
import type { AuditArchiveRow, AuditRow } from './auditTables.ts';

/** Length and last hash of the valid part, the number of its rows in archives, and the first broken row. */
export interface AuditReport {
  sound: number;
  hash: string;
  archived?: number;
  broken?: { id: number; reason: string };
}

const PAGE_SIZE = 1000;

/** A break of the chain at row `id`. */
class BrokenChain extends Error {
  readonly id: number;
  constructor(id: number, reason: string) {
    super(reason);
    this.id = id;
  }
}

/** Follows the chain row by row. */
class ChainWalk {
  id: number;
  hash: string;
  #expectedHash: string | undefined;

  constructor(id = 0, hash = '', expectedHash?: string) {
    this.id = id;
    this.hash = hash;
    this.#expectedHash = expectedHash;
  }
  /** Throws a BrokenChain if the row does not continue the chain. */
  next(row: AuditRow): void {
    const reason = findBreak(row, this.id + 1, this.hash);
    if (reason) throw new BrokenChain(row.id, reason);
    this.id = row.id;
    this.hash = row.hash;
    if (this.hash === this.#expectedHash) this.#expectedHash = undefined;
  }
  end(): void {
    if (this.#expectedHash)
      throw new BrokenChain(this.id, `no row has the hash ${this.#expectedHash}: rows at the end are gone`);
  }
}

/** Reads the rows of an archive. Throws a BrokenChain if its file is missing or damaged. */
async function* readRows(storage: StorageAdapter, { first_id, path }: AuditArchiveRow): AsyncIterable<AuditRow> {
  const file = await storage.get(path);
  if (!file) throw new BrokenChain(first_id, `its archive ${path} is missing`);
  try {
    yield* readJsonLines<AuditRow>(file.content);
  } catch (cause) {
    throw new BrokenChain(first_id, `its archive ${path} cannot be read (${(cause as Error).message})`);
  } finally {
    file.content.destroy();
  }
}

/** Follows the chain through an archive to its recorded end. Throws a BrokenChain. */
async function walkArchive(
  walk: ChainWalk,
  storage: StorageAdapter,
  archive: AuditArchiveRow,
  visit: (row: AuditRow) => void = () => undefined,
): Promise<void> {
  for await (const row of readRows(storage, archive)) {
    walk.next(row);
    visit(row);
  }
  if (walk.id !== archive.last_id || walk.hash !== archive.last_hash)
    throw new BrokenChain(walk.id, `its archive ${archive.path} should end with row ${archive.last_id}`);
}

/** Throws if the archive's file does not hold its rows, which follow a row with the hash `previousHash`. */
export const checkArchive = (storage: StorageAdapter, archive: AuditArchiveRow, previousHash: string): Promise<void> =>
  walkArchive(new ChainWalk(archive.first_id - 1, previousHash), storage, archive);

/** Reads rows of the table from `first` to `last`, page by page. */
async function* selectRows(db: Db, first: number, last = Number.MAX_SAFE_INTEGER): AsyncIterable<AuditRow> {
  for (let next = first; ; ) {
    const page = db.selectFrom('audit').selectAll().where('id', '>=', next).where('id', '<=', last);
    const rows = await page.orderBy('id').limit(PAGE_SIZE).execute();
    yield* rows;
    if (rows.length < PAGE_SIZE) return;
    next = (rows.at(-1) as AuditRow).id + 1;
  }
}

/** Verifies archives and table; returns the number of rows in archives. Throws a BrokenChain. */
async function walkChain(db: Db, storage: StorageAdapter, walk: ChainWalk): Promise<number> {
  let indexed = 0;
  const countKeys = (row: AuditRow) => (indexed += getIndexKeys(JSON.parse(row.details)).length);
  for (const archive of await db.selectFrom('audit_archives').selectAll().orderBy('first_id').execute()) {
    // Later rows may refer to archived ones, which then stay in the table.
    const kept = new Map<number, string>();
    for await (const row of selectRows(db, archive.first_id, archive.last_id)) {
      countKeys(row);
      kept.set(row.id, hashAuditRow(row) === row.hash ? row.hash : '');
    }
    await walkArchive(walk, storage, archive, ({ id, hash }) => {
      if ((kept.get(id) ?? hash) !== hash) throw new BrokenChain(id, 'it differs from its archive');
    });
  }
  const archived = walk.id;
  for await (const row of selectRows(db, archived + 1)) {
    walk.next(row);
    countKeys(row);
  }
  walk.end();
  const counted = db.selectFrom('audit_records').select((of) => of.fn.countAll<number>().as('count'));
  const { count } = await counted.executeTakeFirstOrThrow();
  if (Number(count) !== indexed)
    throw new BrokenChain(walk.id, `audit_records has ${count} rows, not the ${indexed} of the trail`);
  return archived;
}

/**
 * Verifies the chain from its start, through its archives, in one snapshot. `expectedHash` is a hash noted earlier
 * that must still occur.
 */
export async function verifyAudit(
  { db, files: { storage } }: Pick<Services, 'db'> & { files: Pick<Services['files'], 'storage'> },
  expectedHash?: string,
): Promise<AuditReport> {
  const walk = new ChainWalk(0, '', expectedHash);
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  try {
    const archived = await snapshot.execute((view) => walkChain(view, storage, walk));
    return { sound: walk.id, hash: walk.hash, ...(archived > 0 && { archived }) };
  } catch (cause) {
    if (!(cause instanceof BrokenChain)) throw cause;
    return { sound: walk.id, hash: walk.hash, broken: { id: cause.id, reason: cause.message } };
  }
}
