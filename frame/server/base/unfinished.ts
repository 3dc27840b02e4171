import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { networkOf } from './network.ts';
import { Refusal } from './refusal.ts';

/** How much, and for how long, somebody may hold open who sends slowly or not at all. */
export interface Limits {
  /** Milliseconds: for a request's head, for all of it at the most, and between two looks for what takes longer. */
  headMs: number;
  totalMs: number;
  looksMs: number;
  /** A body comes by so many bytes in so many milliseconds, or is given up. */
  window: number;
  least: number;
  /** Requests of one address, and of all, whose body is still coming. */
  mostOfOne: number;
  mostOfAll: number;
  /** Connections of one address that is no proxy. */
  mostConnections: number;
}
/** The slowest phone is ten times as fast. */
export const LIMITS: Limits = {
  ...{ headMs: 15_000, totalMs: 15 * 60_000, looksMs: 2000, window: 20_000, least: 8 * 1024 },
  ...{ mostOfOne: 200, mostOfAll: 2000, mostConnections: 300 },
};

const LATE = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/** How far a body had come when it was last seen to move on. */
interface Coming {
  network: string;
  at: number;
  bytes: number;
}

/** Counts by address; those at 0 are forgotten. */
function tally() {
  const counts = new Map<string, number>();
  return {
    of: (name: string) => counts.get(name) ?? 0,
    add(name: string, change: 1 | -1) {
      const count = (counts.get(name) ?? 0) + change;
      if (count > 0) counts.set(name, count);
      else counts.delete(name);
    },
  };
}

/** Ends connections of an address that has too many. A proxy speaks for many. */
function boundConnections(server: Server, isProxy: (address: string) => boolean, most: number): void {
  const open = tally();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (isProxy(remoteAddress)) return;
    const network = networkOf(remoteAddress);
    if (open.of(network) >= most) {
      socket.destroy();
      return;
    }
    open.add(network, 1);
    socket.once('close', () => open.add(network, -1));
  });
}

/** Whether a request's body is still to come. */
export const isComing = ({ complete, headers }: IncomingMessage) =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/**
 * Bounds what is held open by those who send slowly or not at all: bodies by their rate, their number by address and in
 * all, connections by address. What waits for us is not slow.
 */
export function boundUnfinished(
  app: FastifyInstance,
  isProxy: (address: string) => boolean,
  { window, least, looksMs, mostOfOne, mostOfAll, mostConnections }: Limits,
): void {
  boundConnections(app.server, isProxy, mostConnections);
  const coming = new Map<IncomingMessage, Coming>();
  const ofNetwork = tally();

  app.addHook('onRequest', async ({ raw, ip }, reply) => {
    // What is handed over within the process has no connection and is there in full.
    if (!isComing(raw) || !(raw.socket instanceof Socket)) return;
    const network = networkOf(ip);
    if (ofNetwork.of(network) >= mostOfOne || coming.size >= mostOfAll) {
      // Its body is not waited for.
      reply.header('connection', 'close');
      throw new Refusal(429, 'server.tooMany', { args: { seconds: 20 }, retryAfter: 20 });
    }
    coming.set(raw, { network, at: performance.now(), bytes: raw.socket.bytesRead });
    ofNetwork.add(network, 1);
    const done = () => {
      if (coming.delete(raw)) ofNetwork.add(network, -1);
    };
    raw.once('end', done).once('close', done);
    // One that is answered before its body came is done with, too.
    reply.raw.once('finish', done);
  });

  const look = setInterval(
    () => {
      const now = performance.now();
      for (const [raw, one] of coming) {
        const { socket, readableLength } = raw;
        // What came and was not read yet waits for us.
        if (socket.bytesRead - one.bytes >= least || readableLength > 0) {
          one.at = now;
          one.bytes = socket.bytesRead;
        } else if (now - one.at > window) {
          socket.end(LATE);
          socket.destroySoon();
        }
      }
    },
    Math.min(looksMs, window),
  ).unref();
  app.addHook('onClose', async () => clearInterval(look));
}
