import { AsyncLocalStorage } from 'node:async_hooks';
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryCompiler, QueryResult } from 'kysely';

interface Wait {
  /** From then on the time is waited. */
  since: number;
}

/** Measures the time of a hook without its waits for locks. */
export class HookClock {
  static readonly #current = new AsyncLocalStorage<HookClock>();
  readonly #outer = HookClock.#current.getStore();
  readonly #start = performance.now();
  readonly #waits = new Set<Wait>();
  #ended = 0;

  /** Runs a hook. Its waits count for this clock and for those of the hooks around it. */
  run<T>(work: () => T): T {
    return HookClock.#current.run(this, work);
  }
  /** Milliseconds of waits so far. */
  get waited(): number {
    const now = performance.now();
    return [...this.#waits].reduce((sum, { since }) => sum + Math.max(0, now - since), this.#ended);
  }
  /** Milliseconds since the start, without waits. */
  get used(): number {
    return performance.now() - this.#start - this.waited;
  }
  /** Runs a wait of the current hook, if any. The first `own` milliseconds count as the hook's own time. */
  static async wait<T>(work: () => Promise<T>, own = 0): Promise<T> {
    const clocks: HookClock[] = [];
    for (let clock = HookClock.#current.getStore(); clock; clock = clock.#outer) clocks.push(clock);
    if (clocks.length === 0) return work();
    const wait = { since: performance.now() + own };
    for (const clock of clocks) clock.#waits.add(wait);
    try {
      return await work();
    } finally {
      for (const clock of clocks) clock.#endWait(wait);
    }
  }
  #endWait(wait: Wait): void {
    this.#waits.delete(wait);
    this.#ended += Math.max(0, performance.now() - wait.since);
  }
}

/** A longer statement waits for a lock, or has a limit of its own: the rest is not the hook's time. */
const STATEMENT_MS = 250;

/** Thrown by a statement that comes after the end of its transaction has begun. */
class TransactionEndedError extends Error {
  constructor() {
    super('The transaction has ended, and takes no more statements.');
  }
}

/** True if work outlived its transaction. Kysely has an error of its own once the end is complete. */
export const isAfterEnd = (cause: unknown): boolean =>
  cause instanceof TransactionEndedError ||
  (cause instanceof Error && /^Transaction is already (committed|rolled back)/.test(cause.message));

/** Runs the statements of a transaction, and none after its end has begun. Kysely passes one at a time. */
class GuardedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  #state: 'idle' | 'open' | 'ended' = 'idle';
  /** Used outside a transaction as well, as by the migrator. */
  #isHeld = false;
  #running: Promise<unknown> | undefined;

  constructor(inner: DatabaseConnection) {
    this.inner = inner;
  }
  begin(): void {
    this.#state = 'open';
  }
  /** Refuses further statements. */
  close(): void {
    this.#state = 'ended';
  }
  /** The transaction is committed or rolled back. */
  end(): void {
    if (this.#isHeld) this.#state = 'idle';
  }
  /** Returns the running statement. It never rejects. */
  get running(): Promise<unknown> | undefined {
    return this.#running;
  }
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.#requireOpen();
    if (this.#state === 'idle') {
      this.#isHeld = true;
      return this.inner.executeQuery<R>(query);
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#running = promise;
    try {
      return await HookClock.wait(() => this.inner.executeQuery<R>(query), STATEMENT_MS);
    } finally {
      this.#running = undefined;
      resolve();
    }
  }
  streamQuery<R>(query: CompiledQuery, size: number) {
    this.#requireOpen();
    return this.inner.streamQuery<R>(query, size);
  }
  #requireOpen(): void {
    if (this.#state === 'ended') throw new TransactionEndedError();
  }
}

const getInner = (connection: DatabaseConnection) => (connection as GuardedConnection).inner;

/** A driver whose transactions end for good: a statement sent beside COMMIT or ROLLBACK would commit by itself. */
class GuardedDriver implements Driver {
  readonly #driver: Driver;
  constructor(driver: Driver) {
    this.#driver = driver;
  }
  init(): Promise<void> {
    return this.#driver.init();
  }
  async acquireConnection(): Promise<DatabaseConnection> {
    return new GuardedConnection(await this.#driver.acquireConnection());
  }
  async beginTransaction(connection: DatabaseConnection, settings: object): Promise<void> {
    await this.#driver.beginTransaction(getInner(connection), settings);
    (connection as GuardedConnection).begin();
  }
  /** Throws an Error, so that Kysely rolls back, if part of the work is not done. */
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const guarded = connection as GuardedConnection;
    guarded.close();
    if (guarded.running) throw new Error('A statement of the transaction was not awaited. Nothing is committed.');
    await this.#driver.commitTransaction(guarded.inner);
    guarded.end();
  }
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const guarded = connection as GuardedConnection;
    guarded.close();
    await guarded.running;
    await this.#driver.rollbackTransaction(guarded.inner);
    guarded.end();
  }
  async savepoint(connection: DatabaseConnection, name: string, compile: QueryCompiler['compileQuery']) {
    await this.#driver.savepoint?.(getInner(connection), name, compile);
  }
  async rollbackToSavepoint(connection: DatabaseConnection, name: string, compile: QueryCompiler['compileQuery']) {
    await this.#driver.rollbackToSavepoint?.(getInner(connection), name, compile);
  }
  async releaseSavepoint(connection: DatabaseConnection, name: string, compile: QueryCompiler['compileQuery']) {
    await this.#driver.releaseSavepoint?.(getInner(connection), name, compile);
  }
  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    (connection as GuardedConnection).close();
    await this.#driver.releaseConnection(getInner(connection));
  }
  destroy(): Promise<void> {
    return this.#driver.destroy();
  }
}

/** Adds the guard to a dialect. */
export const guardTransactions = (dialect: Dialect): Dialect => ({
  createDriver: () => new GuardedDriver(dialect.createDriver()),
  createAdapter: () => dialect.createAdapter(),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createIntrospector: (db) => dialect.createIntrospector(db),
});
