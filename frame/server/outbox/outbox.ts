import type { FastifyBaseLogger } from 'fastify';
import { causeOf } from '../base/systemErrors.ts';
import type { OutboxRow } from '../db/databaseSchema.ts';
import type { Services } from '../services.ts';
import { type MessageKind, messageKinds } from './kinds.ts';
import { claimMessages, LONGEST_WAIT, postponeMessage, removeMessage } from './outboxRows.ts';

/** Sends what lies in the outbox table, each kind for itself, so that one service that hangs holds up no other. */
export interface Outbox {
  start(services: Services, log: FastifyBaseLogger): void;
  /** Something was put in: looks at once instead of within a few seconds. */
  wake(): void;
  /** Takes nothing more and waits for what is being sent, a few seconds at most. */
  stop(): Promise<void>;
}

/** Milliseconds between two looks at the table, which other processes fill too. */
const POLL = 5000;
/** Messages of a kind that are sent at a time. */
const AT_ONCE = 10;
/** Milliseconds that `stop` waits. */
const GRACE = 5000;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Waits after the first, second ... failed try; the last one from then on. */
const BACKOFF = [5 * SECOND, 15 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, LONGEST_WAIT];

export function createOutbox(): Outbox {
  let workers: Worker[] = [];
  let timer: NodeJS.Timeout | undefined;
  // A turn later, so that the reply of the request that put something in goes first.
  const wake = () =>
    void setImmediate(() => {
      for (const worker of workers) worker.wake();
    });
  return {
    start(services, log) {
      workers = Object.entries(messageKinds()).map(([name, kind]) =>
        createWorker(() => sendDue(name, kind, services, log)),
      );
      timer = setInterval(wake, POLL).unref();
      wake();
    },
    wake,
    async stop() {
      clearInterval(timer);
      const ended = Promise.all(workers.map((worker) => worker.stop()));
      let over: NodeJS.Timeout | undefined;
      await Promise.race([ended, new Promise((resolve) => (over = setTimeout(resolve, GRACE)))]);
      clearTimeout(over);
    },
  };
}

interface Worker {
  wake(): void;
  stop(): Promise<void>;
}

/** Runs `round` until it says that nothing is left, once at a time; woken meanwhile, it looks once more. */
function createWorker(round: () => Promise<boolean>): Worker {
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
    const rows = await claimMessages(services.db, name, AT_ONCE, kind.lock);
    await Promise.all(rows.map((row) => sendOne(row, kind, services, log)));
    return rows.length === AT_ONCE;
  } catch (error) {
    log.warn({ kind: name, reason: causeOf(error) }, 'the outbox could not be worked on');
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
    const nextAt = Date.now() + (BACKOFF[tries - 1] ?? (BACKOFF.at(-1) as number));
    const reason = causeOf(error);
    log.warn({ kind: name, tries, reason }, 'a message could not be sent');
    return postponeMessage(services.db, id, Math.min(nextAt, row.expires_at), reason);
  }
  await removeMessage(services.db, id);
}
