import type { FastifyBaseLogger } from 'fastify';
import { settlesWithin } from '../base/settlesWithin.ts';
import { getLogReason } from '../base/systemErrors.ts';
import type { OutboxRow } from '../db/databaseSchema.ts';
import type { Services } from '../services.ts';
import { getMessageKinds, type MessageKind } from './messageKinds.ts';
import { claimMessages, MAX_WAIT_MS, postponeMessage, removeMessage } from './outboxRows.ts';

/** Sends messages of the outbox table. Each kind has its own worker, so that a hanging service delays no other. */
export interface Outbox {
  start(services: Services, log: FastifyBaseLogger): void;
  /** Looks for new messages at once instead of at the next poll. */
  wake(): void;
  /** Stops and waits a few seconds for messages that are being sent. */
  stop(): Promise<void>;
}

/** Other processes also fill the table. */
const POLL_MS = 5000;
const BATCH_SIZE = 10;
const STOP_WAIT_MS = 5000;
/** Seconds to wait after each failed attempt; then `MAX_WAIT_MS`. */
const BACKOFF_SECONDS = [5, 15, 30, 60, 120, 300, 900];

export function createOutbox(): Outbox {
  let workers: KindWorker[] = [];
  let timer: NodeJS.Timeout | undefined;
  // Lets the reply of the request go first.
  const wake = () =>
    void setImmediate(() => {
      for (const worker of workers) worker.wake();
    });
  return {
    start(services, log) {
      workers = Object.entries(getMessageKinds(services)).map(([name, kind]) =>
        createWorker(() => sendDue(name, kind, services, log)),
      );
      timer = setInterval(wake, POLL_MS).unref();
      wake();
    },
    wake,
    async stop() {
      clearInterval(timer);
      await settlesWithin(Promise.all(workers.map((worker) => worker.stop())), STOP_WAIT_MS);
    },
  };
}

interface KindWorker {
  wake(): void;
  stop(): Promise<void>;
}

/** Runs `round` until nothing is left, once at a time. A wake during a round causes another round. */
function createWorker(round: () => Promise<boolean>): KindWorker {
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  const work = async () => {
    do again = false;
    while (((await round()) || again) && !stopped);
  };
  return {
    wake() {
      again = true;
      if (stopped) return;
      running ??= work().finally(() => {
        running = undefined;
      });
    },
    async stop() {
      stopped = true;
      await running;
    },
  };
}

/** Sends due messages; true if there may be more. Never throws: failed messages become due again. */
async function sendDue(name: string, kind: MessageKind, services: Services, log: FastifyBaseLogger) {
  try {
    const rows = await claimMessages(services.db, name, BATCH_SIZE, kind.lockMs);
    await Promise.all(rows.map((row) => sendOne(row, kind, services, log)));
    return rows.length === BATCH_SIZE;
  } catch (error) {
    log.warn({ kind: name, reason: getLogReason(error) }, 'the outbox could not be worked on');
    return false;
  }
}

async function sendOne(row: OutboxRow, kind: MessageKind, services: Services, log: FastifyBaseLogger): Promise<void> {
  const { id, kind: name, tries } = row;
  const giveUp = (reason: string) => log.error({ kind: name, tries, reason }, 'a message was given up');
  if (row.expires_at <= Date.now()) {
    await removeMessage(services.db, id);
    return giveUp('too old');
  }
  try {
    await kind.send(JSON.parse(row.payload), services, row.expires_at, log);
  } catch (error) {
    const seconds = BACKOFF_SECONDS[tries - 1];
    const nextAt = Date.now() + (seconds === undefined ? MAX_WAIT_MS : seconds * 1000);
    const reason = getLogReason(error);
    log.warn({ kind: name, tries, reason }, 'a message could not be sent');
    return postponeMessage(services.db, id, Math.min(nextAt, row.expires_at), reason);
  }
  await removeMessage(services.db, id);
}
