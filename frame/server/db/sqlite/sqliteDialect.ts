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
import { createEventLoopYield } from '../../base/yieldToEventLoop.ts';
import { createFileFlusher, type FileFlusher } from './fileFlusher.ts';
import { openConnection } from './sqliteConnection.ts';
import { WRITER_WAIT_MS, WriterBusyError } from './writerBusy.ts';
import { openWriterThread } from './writerClient.ts';

/** A transaction that changed this many rows leaves its checkpoint to a thread. */
const LARGE_TRANSACTION_ROWS = 1000;
/** SQLite's default number of log pages for a checkpoint at commit. */
const AUTO_CHECKPOINT_PAGES = 1000;

const STATEMENTS_BEFORE_YIELD = 100;

/** Lets one writer after the other run. */
class WriteQueue {
  #last = Promise.resolve();
  #taken = 0;

  /** Number of long transactions that run or wait. */
  #lengthy = 0;

  /** Waits for the turn and returns the function that ends it. */
  async take(how: 'quick' | 'lengthy' | 'ordinary' = 'ordinary'): Promise<() => void> {
    // A quick transaction does not wait for a long one.
    if (how === 'quick' && this.#lengthy > 0) throw new WriterBusyError();
    const before = this.#last;
    let end = () => {};
    const lengthy = how === 'lengthy' ? 1 : 0;
    this.#taken += 1;
    this.#lengthy += lengthy;
    this.#last = new Promise((resolve) => {
      end = () => {
        this.#taken -= 1;
        this.#lengthy -= lengthy;
        resolve();
      };
    });
    if (how !== 'quick' || this.#taken === 1) await before;
    else if (!(await settlesWithin(before, WRITER_WAIT_MS))) {
      void before.then(end);
      throw new WriterBusyError();
    }
    return end;
  }
}

async function settlesWithin(promise: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  return Promise.race([promise.then(() => true), late]).finally(() => clearTimeout(timer));
}

const isReadQuery = ({ query, sql }: CompiledQuery) => query.kind === 'SelectQueryNode' || /^select\b/i.test(sql);

/** `isOver` says that the connection holds no lock any more. */
type EndTransaction = (isOver: boolean) => void;

/** Reads on one connection and takes turns to write on another. */
class SqliteSession implements DatabaseConnection {
  readonly #reader: DatabaseConnection;
  readonly #writer: DatabaseConnection;
  readonly #turns: WriteQueue;
  readonly #disk: FileFlusher;
  #open: { on: DatabaseConnection; end: EndTransaction } | undefined;

  constructor(reader: DatabaseConnection, writer: DatabaseConnection, turns: WriteQueue, disk: FileFlusher) {
    this.#reader = reader;
    this.#writer = writer;
    this.#turns = turns;
    this.#disk = disk;
  }
  /** Rows changed by its transaction. */
  changed = 0;
  /** True if the commit waits for the disk. */
  waits = false;
  #statements = 0;
  #rest: ReturnType<typeof createEventLoopYield> | undefined;

  begin(on: DatabaseConnection, end: EndTransaction, waits: boolean): void {
    this.changed = 0;
    this.waits = waits;
    this.#statements = 0;
    this.#rest = undefined;
    this.#open = { on, end };
  }
  get isOpen(): boolean {
    return this.#open !== undefined;
  }
  end(isOver = false): void {
    this.#open?.end(isOver);
    this.#open = undefined;
  }
  async executeQuery<R>(query: CompiledQuery) {
    if (this.#open) {
      this.#statements += 1;
      if (this.#statements === STATEMENTS_BEFORE_YIELD && this.#open.on === this.#writer)
        this.#rest = createEventLoopYield(0);
      await this.#rest?.();
      const result = await this.#open.on.executeQuery<R>(query);
      this.changed += Number(result.numAffectedRows ?? 0);
      return result;
    }
    if (isReadQuery(query)) return this.#reader.executeQuery<R>(query);
    const end = await this.#turns.take();
    const result = await this.#writer.executeQuery<R>(query).finally(end);
    await this.#disk.flush();
    return result;
  }
  streamQuery<R>(query: CompiledQuery, size: number) {
    return (this.#open?.on ?? this.#reader).streamQuery<R>(query, size);
  }
}

/**
 * Drives two connections: one for all writes in turn, one for reads, which never wait. A read-only transaction gets its
 * own connection and sees the state at its start. A long write gets a connection on a thread.
 */
class SqliteReadWriteDriver extends SqliteDriver {
  readonly #file: string;
  readonly #readers: SqliteDriver;
  readonly #turns = new WriteQueue();
  readonly #disk: FileFlusher;
  #checkpoint: Promise<void> | undefined;
  #reader: DatabaseConnection | undefined;
  #writer: DatabaseConnection | undefined;

  constructor(file: string) {
    super({ database: async () => openConnection(file, 'write') });
    this.#file = file;
    this.#disk = createFileFlusher(`${file}-wal`);
    this.#readers = this.#reading();
  }
  #reading(): SqliteDriver {
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
    return new SqliteSession(this.#reader, this.#writer, this.#turns, this.#disk);
  }
  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    const session = connection as SqliteSession;
    try {
      if (settings?.accessMode === 'read only') {
        const own = this.#reading();
        await own.init();
        session.begin(await own.acquireConnection(), () => void own.destroy(), false);
      } else if (settings?.isolationLevel === 'serializable') await this.#beginLengthy(session);
      else await this.#beginWriting(session, settings?.isolationLevel === 'read uncommitted');
      await super.beginTransaction(session);
    } catch (error) {
      session.end();
      throw error;
    }
  }
  /** A non-durable transaction (runTransaction.ts) waits only briefly and not for the disk. */
  async #beginWriting(session: SqliteSession, quick: boolean): Promise<void> {
    const end = await this.#turns.take(quick ? 'quick' : 'ordinary');
    session.begin(await super.acquireConnection(), end, !quick);
  }
  /** Starts a transaction on a thread, so that it never blocks this one (runTransaction.ts). */
  async #beginLengthy(session: SqliteSession): Promise<void> {
    const thread = openWriterThread(this.#file);
    // Starts the thread before it waits for its turn.
    await thread.executeQuery(CompiledQuery.raw('select 1'));
    const end = await this.#turns.take('lengthy');
    const close = (isOver: boolean) => {
      const closed = thread.close();
      // The next writer need not wait for the thread to end.
      if (isOver) end();
      else void closed.finally(end);
    };
    session.begin(thread, close, true);
  }
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const session = connection as SqliteSession;
    if (session.changed < LARGE_TRANSACTION_ROWS) await super.commitTransaction(session);
    else {
      await this.#logPages(0);
      await super.commitTransaction(session).finally(() => this.#leaveToThread());
    }
    // The next writer may begin during the flush.
    session.end(true);
    if (session.waits) await this.#disk.flush();
  }
  /** Sets the number of log pages for a checkpoint at commit; 0 turns it off. */
  async #logPages(pages: number): Promise<void> {
    await this.#writer?.executeQuery(CompiledQuery.raw(`pragma wal_autocheckpoint = ${pages}`));
  }
  /** A checkpoint on this thread would block hundreds of requests. */
  #leaveToThread(): void {
    const before = this.#checkpoint;
    this.#checkpoint = (async () => {
      await before;
      await new Promise<void>((resolve) => {
        const thread = new Worker(new URL('./checkpointThread.ts', import.meta.url), { workerData: this.#file });
        // If the thread fails, the next ordinary transaction makes the checkpoint.
        thread.on('error', () => {}).on('exit', () => resolve());
      });
      await this.#logPages(AUTO_CHECKPOINT_PAGES);
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

/** Creates the dialect for node:sqlite. */
export function createSqliteDialect(file: string): Dialect {
  return {
    createDriver: () => new SqliteReadWriteDriver(file),
    createAdapter: () => new TransactionalSqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}
