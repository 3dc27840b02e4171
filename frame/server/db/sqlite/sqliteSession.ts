import type { CompiledQuery, DatabaseConnection } from 'kysely';
import { createTransactionYield } from '../../base/yieldToEventLoop.ts';
import type { FileFlusher } from './fileFlusher.ts';
import type { WriteQueue } from './writeQueue.ts';

const STATEMENTS_BEFORE_YIELD = 20;

const isReadQuery = ({ query, sql }: CompiledQuery) => query.kind === 'SelectQueryNode' || /^select\b/i.test(sql);

interface SharedConnections {
  reader: DatabaseConnection;
  writer: DatabaseConnection;
  queue: WriteQueue;
  disk: FileFlusher;
}

interface OpenTransaction {
  connection: DatabaseConnection;
  /** Releases the connection. `committed`: it holds no lock any more. */
  end(committed: boolean): void;
  /** True if the commit waits for the disk. */
  isDurable: boolean;
}

/** Reads on one connection and takes turns to write on another. */
export class SqliteSession implements DatabaseConnection {
  readonly #shared: SharedConnections;
  #transaction: OpenTransaction | undefined;
  changedRows = 0;
  #statements = 0;
  #yield: ReturnType<typeof createTransactionYield> | undefined;

  constructor(shared: SharedConnections) {
    this.#shared = shared;
  }
  begin(transaction: OpenTransaction): void {
    this.changedRows = 0;
    this.#statements = 0;
    this.#yield = undefined;
    this.#transaction = transaction;
  }
  get isOpen(): boolean {
    return this.#transaction !== undefined;
  }
  /** Forgets the transaction and releases its connection. True if the commit must wait for the disk. */
  end(committed = false): boolean {
    const transaction = this.#transaction;
    this.#transaction = undefined;
    transaction?.end(committed);
    return transaction?.isDurable ?? false;
  }
  async executeQuery<R>(query: CompiledQuery) {
    const { reader, writer, queue, disk } = this.#shared;
    const connection = this.#transaction?.connection;
    if (connection) {
      this.#statements += 1;
      if (this.#statements === STATEMENTS_BEFORE_YIELD && connection === writer) this.#yield = createTransactionYield();
      await this.#yield?.();
      const result = await connection.executeQuery<R>(query);
      this.changedRows += Number(result.numAffectedRows ?? 0);
      return result;
    }
    if (isReadQuery(query)) return reader.executeQuery<R>(query);
    const end = await queue.take();
    const result = await writer.executeQuery<R>(query).finally(end);
    await disk.flush();
    return result;
  }
  streamQuery<R>(query: CompiledQuery, size: number) {
    return (this.#transaction?.connection ?? this.#shared.reader).streamQuery<R>(query, size);
  }
}
