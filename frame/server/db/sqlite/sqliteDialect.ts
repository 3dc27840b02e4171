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

/** Rows that a transaction changes, from which on its end leaves the way into the file to a thread. */
const LARGE_TRANSACTION_ROWS = 1000;
/** Pages of the log that an ordinary transaction's end brings into the file itself; SQLite's own number. */
const AUTO_CHECKPOINT_PAGES = 1000;

/** Statements of a transaction from which on it lets others have their turn now and then. */
const STATEMENTS_BEFORE_YIELD = 100;

/** Lets one after the other do something that takes several steps. */
class WriteQueue {
  #last = Promise.resolve();
  #taken = 0;

  /** Whether one has it, or waits for it, who keeps it for long. */
  #lengthy = 0;

  /** Resolves when it is one's turn, with what ends it. */
  async take(how: 'quick' | 'lengthy' | 'ordinary' = 'ordinary'): Promise<() => void> {
    // Not worth waiting for at all.
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

/** Ends a transaction's turn; `isOver` says that its connection holds nothing any more. */
type EndTransaction = (isOver: boolean) => void;

/** What a piece of work is given: it reads on one connection, and writes on another when it is its turn. */
class SqliteSession implements DatabaseConnection {
  readonly #reader: DatabaseConnection;
  readonly #writer: DatabaseConnection;
  readonly #turns: WriteQueue;
  readonly #disk: FileFlusher;
  /** The transaction that is open: where it takes place, and what is to be done at its end. */
  #open: { on: DatabaseConnection; end: EndTransaction } | undefined;

  constructor(reader: DatabaseConnection, writer: DatabaseConnection, turns: WriteQueue, disk: FileFlusher) {
    this.#reader = reader;
    this.#writer = writer;
    this.#turns = turns;
    this.#disk = disk;
  }
  /** Rows that its transaction has changed. */
  changed = 0;
  /** Whether its transaction's end is confirmed once the disk has it. */
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
 * Two connections: one writes, for one after the other; the other reads what is committed and waits for nobody, however
 * long a transaction takes. A transaction that only reads gets a third, and sees what was committed at its start; a
 * lengthy one that writes gets one on a thread.
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
  /** When it is its turn; a quick one (quickTransaction.ts) waits neither long for it nor for the disk. */
  async #beginWriting(session: SqliteSession, quick: boolean): Promise<void> {
    const end = await this.#turns.take(quick ? 'quick' : 'ordinary');
    session.begin(await super.acquireConnection(), end, !quick);
  }
  /** When it is its turn, on a thread: neither its statements nor its end hold this one up (lengthyTransaction.ts). */
  async #beginLengthy(session: SqliteSession): Promise<void> {
    const thread = openWriterThread(this.#file);
    // Nobody waits for a thread to come up.
    await thread.executeQuery(CompiledQuery.raw('select 1'));
    const end = await this.#turns.take('lengthy');
    const close = (isOver: boolean) => {
      const closed = thread.close();
      // Whoever is next need not wait for the thread's end.
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
    // The next may begin meanwhile.
    session.end(true);
    if (session.waits) await this.#disk.flush();
  }
  /** Pages in the log from which on the end of a transaction brings them into the file; 0 for never. */
  async #logPages(pages: number): Promise<void> {
    await this.#writer?.executeQuery(CompiledQuery.raw(`pragma wal_autocheckpoint = ${pages}`));
  }
  /** What a transaction wrote comes into the file by a thread: hundreds of requests would wait for it. */
  #leaveToThread(): void {
    const before = this.#checkpoint;
    this.#checkpoint = (async () => {
      await before;
      await new Promise<void>((resolve) => {
        const thread = new Worker(new URL('./checkpointThread.ts', import.meta.url), { workerData: this.#file });
        // Where it fails, the next ordinary transaction does it.
        thread.on('error', () => {}).on('exit', () => resolve());
      });
      await this.#logPages(AUTO_CHECKPOINT_PAGES);
    })();
  }
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const session = connection as SqliteSession;
    // One that is committed, and did not reach the disk, has nothing to take back: another's may be open by now.
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
  /** SQLite undoes what a transaction made of tables as well; Kysely's own adapter does not count on it. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Kysely over node:sqlite. */
export function createSqliteDialect(file: string): Dialect {
  return {
    createDriver: () => new SqliteReadWriteDriver(file),
    createAdapter: () => new TransactionalSqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}
