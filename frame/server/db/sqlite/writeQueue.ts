import { settlesWithin } from '../../base/settlesWithin.ts';

/** Wait of a non-durable transaction for its turn. */
export const WRITER_WAIT_MS = 20;

/** Thrown if a non-durable transaction does not get its turn soon. */
export class WriterBusyError extends Error {}

type WriteMode = 'durable' | 'nonDurable' | 'onWorker';

/** Lets one writer after the other run. */
export class WriteQueue {
  #last = Promise.resolve();
  /** Number of writers that run or wait, and of those on a worker. */
  #writers = 0;
  #workers = 0;

  /** Waits for the turn and returns the function that ends it. */
  async take(mode: WriteMode = 'durable'): Promise<() => void> {
    // Transactions on a worker take long.
    if (mode === 'nonDurable' && this.#workers > 0) throw new WriterBusyError();
    const previous = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    const worker = mode === 'onWorker' ? 1 : 0;
    const end = () => {
      this.#writers -= 1;
      this.#workers -= worker;
      resolve();
    };
    this.#writers += 1;
    this.#workers += worker;
    this.#last = promise;
    if (mode !== 'nonDurable' || this.#writers === 1) await previous;
    else if (!(await settlesWithin(previous, WRITER_WAIT_MS))) {
      void previous.then(end);
      throw new WriterBusyError();
    }
    return end;
  }
}
