import { Worker } from 'node:worker_threads';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import { createFileFlusher, type FileFlusher } from './fileFlusher.ts';
import { CHECKPOINT_PAGES, openConnection } from './sqliteConnection.ts';
import { SqliteSession } from './sqliteSession.ts';
import { WriteQueue } from './writeQueue.ts';
import { openWriterThread } from './writerClient.ts';

/** A transaction that changed this many rows leaves its checkpoint to a thread. */
const LARGE_TRANSACTION_ROWS = 1000;
/**
 * Drives two connections: one for all writes in turn, one for reads, which never wait. A read-only transaction gets its
 * own connection and sees the state at its start. A transaction on a worker gets a connection on a thread.
 */
class SqliteReadWriteDriver extends SqliteDriver {
  readonly #file: string;
  readonly #readers: SqliteDriver;
  readonly #queue = new WriteQueue();
  readonly #disk: FileFlusher;
  #checkpoint: Promise<void> | undefined;
  #reader: DatabaseConnection | undefined;
  #writer: DatabaseConnection | undefined;

  constructor(file: string) {
    super({ database: async () => openConnection(file, 'write') });
    this.#file = file;
    this.#disk = createFileFlusher(`${file}-wal`);
    this.#readers = this.#createReader();
  }
  #createReader(): SqliteDriver {
    return new SqliteDriver({ database: async () => openConnection(this.#file, 'read') });
  }
  override async init(): Promise<void> {
    await super.init();
    this.#writer = await super.acquireConnection();
    await this.#readers.init();
    this.#reader = await this.#readers.acquireConnection();
  }
  override async acquireConnection(): Promise<SqliteSession> {
    if (!this.#reader || !this.#writer) throw new Error('The database is not open.');
    return new SqliteSession({ reader: this.#reader, writer: this.#writer, queue: this.#queue, disk: this.#disk });
  }
  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    const session = connection as SqliteSession;
    try {
      if (settings?.accessMode === 'read only') await this.#beginReading(session);
      else if (settings?.isolationLevel === 'serializable') await this.#beginOnWorker(session);
      else await this.#beginWriting(session, settings?.isolationLevel !== 'read uncommitted');
      await super.beginTransaction(session);
    } catch (error) {
      session.end();
      throw error;
    }
  }
  async #beginReading(session: SqliteSession): Promise<void> {
    const driver = this.#createReader();
    await driver.init();
    const connection = await driver.acquireConnection();
    session.begin({ connection, end: () => void driver.destroy(), isDurable: false });
  }
  /** A non-durable transaction (runTransaction.ts) waits only briefly and not for the disk. */
  async #beginWriting(session: SqliteSession, isDurable: boolean): Promise<void> {
    const end = await this.#queue.take(isDurable ? 'durable' : 'nonDurable');
    session.begin({ connection: await super.acquireConnection(), end, isDurable });
  }
  /** Starts a transaction on a thread, so that it never blocks this one (runTransaction.ts). */
  async #beginOnWorker(session: SqliteSession): Promise<void> {
    const connection = openWriterThread(this.#file);
    // Starts the thread before it waits for its turn.
    await connection.executeQuery(CompiledQuery.raw('select 1'));
    const endTurn = await this.#queue.take('onWorker');
    const end = (committed: boolean) => {
      const closed = connection.close();
      // The next writer need not wait for the thread to end.
      if (committed) endTurn();
      else void closed.finally(endTurn);
    };
    session.begin({ connection, end, isDurable: true });
  }
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const session = connection as SqliteSession;
    if (session.changedRows < LARGE_TRANSACTION_ROWS) await super.commitTransaction(session);
    else {
      await this.#setCheckpointPages(0);
      await super.commitTransaction(session).finally(() => this.#checkpointOnThread());
    }
    // The next writer may begin during the flush.
    if (session.end(true)) await this.#disk.flush();
  }
  /** Sets the number of log pages for a checkpoint at commit; 0 turns it off. */
  async #setCheckpointPages(pages: number): Promise<void> {
    await this.#writer?.executeQuery(CompiledQuery.raw(`pragma wal_autocheckpoint = ${pages}`));
  }
  /** A checkpoint on this thread would block hundreds of requests. */
  #checkpointOnThread(): void {
    const previous = this.#checkpoint;
    this.#checkpoint = (async () => {
      await previous;
      await new Promise<void>((resolve) => {
        const thread = new Worker(new URL('./checkpointThread.ts', import.meta.url), { workerData: this.#file });
        // If the thread fails, the next ordinary transaction makes the checkpoint.
        thread.on('error', () => {}).on('exit', () => resolve());
      });
      await this.#setCheckpointPages(CHECKPOINT_PAGES);
    })();
  }
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const session = connection as SqliteSession;
    // A committed transaction whose flush failed has nothing to roll back; another may be open by now.
    if (session.isOpen) await super.rollbackTransaction(session).finally(() => session.end());
  }
  override async destroy(): Promise<void> {
    await this.#checkpoint;
    await this.#disk.close();
    await this.#readers.destroy();
    await super.destroy();
  }
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
  /** SQLite rolls back schema changes; Kysely's adapter does not rely on it. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

export const createSqliteDialect = (file: string): Dialect => ({
  createDriver: () => new SqliteReadWriteDriver(file),
  createAdapter: () => new TransactionalSqliteAdapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
});
