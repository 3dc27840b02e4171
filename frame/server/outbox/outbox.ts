import type { FastifyBaseLogger } from 'fastify';
import { getLogReason } from '../base/systemErrors.ts';
import type { OutboxRow } from '../db/databaseSchema.ts';
import type { Services } from '../services.ts';
import { getMessageKinds, type MessageKind } from './messageKinds.ts';
import { claimMessages, MAX_WAIT_MS, postponeMessage, removeMessage } from './outboxRows.ts';

/** Sends what lies in the outbox table, each kind for itself, so that one service that hangs holds up no other. */
export interface Outbox {
  start(services: Services, log: FastifyBaseLogger): void;
  /** Something was put in: looks at once instead of within a few seconds. */
  wake(): void;
  /** Takes nothing more and waits for what is being sent, a few seconds at most. */
  stop(): Promise<void>;
}

/** Milliseconds between two looks at the table, which other processes fill too. */
const POLL_MS = 5000;
/** Messages of a kind that are sent at a time. */
const BATCH_SIZE = 10;
/** Milliseconds that `stop` waits. */
const STOP_WAIT_MS = 5000;
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** Waits after the first, second ... failed try; the last one from then on. */
const BACKOFF_MS = [
  5 * SECOND_MS,
  15 * SECOND_MS,
  30 * SECOND_MS,
  MINUTE_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  MAX_WAIT_MS,
];

export function createOutbox(): Outbox {
  let workers: KindWorker[] = [];
  let timer: NodeJS.Timeout | undefined;
  // A turn later, so that the reply of the request that put something in goes first.
  const wake = () =>
    void setImmediate(() => {
      for (const worker of workers) worker.wake();
    });
  return {
    start(services, log) {
      workers = Object.entries(getMessageKinds()).map(([name, kind]) =>
        createWorker(() => sendDue(name, kind, services, log)),
      );
      timer = setInterval(wake, POLL_MS).unref();
      wake();
    },
    wake,
    async stop() {
      clearInterval(timer);
      const ended = Promise.all(workers.map((worker) => worker.stop()));
      let over: NodeJS.Timeout | undefined;
      await Promise.race([ended, new Promise((resolve) => (over = setTimeout(resolve, STOP_WAIT_MS)))]);
      clearTimeout(over);
    },
  };
}

interface KindWorker {
  wake(): void;
  stop(): Promise<void>;
}

/** Runs `round` until it says that nothing is left, once at a time; woken meanwhile, it looks once more. */
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

/** Sends some of what is due; says whether there may be more. Never throws: what could not be done now is due again. */
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
    await kind.send(JSON.parse(row.payload), services);
  } catch (error) {
    const nextAt = Date.now() + (BACKOFF_MS[tries - 1] ?? (BACKOFF_MS.at(-1) as number));
    const reason = getLogReason(error);
    log.warn({ kind: name, tries, reason }, 'a message could not be sent');
    return postponeMessage(services.db, id, Math.min(nextAt, row.expires_at), reason);
  }
  await removeMessage(services.db, id);
}
