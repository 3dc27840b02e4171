import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { HttpError } from './httpError.ts';
import { getNetwork } from './network.ts';

/** How much, and for how long, somebody may hold open who sends slowly or not at all. */
export interface SlowRequestLimits {
  /** Milliseconds: for a request's head, for all of it at the most, and between two looks for what takes longer. */
  headMs: number;
  totalMs: number;
  checkIntervalMs: number;
  /** A body comes by so many bytes in so many milliseconds, or is given up. */
  windowMs: number;
  minBytes: number;
  /** Requests of one address, and of all, whose body is still coming. */
  maxPerNetwork: number;
  maxTotal: number;
  /** Connections of one address that is no proxy. */
  maxConnections: number;
}
/** The slowest phone is ten times as fast. */
export const SLOW_REQUEST_LIMITS: SlowRequestLimits = {
  ...{ headMs: 15_000, totalMs: 15 * 60_000, checkIntervalMs: 2000, windowMs: 20_000, minBytes: 8 * 1024 },
  ...{ maxPerNetwork: 200, maxTotal: 2000, maxConnections: 300 },
};

const TIMEOUT_REPLY = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/** How far a body had come when it was last seen to move on. */
interface PendingBody {
  network: string;
  at: number;
  bytes: number;
}

/** Counts by address; those at 0 are forgotten. */
function createCounters() {
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
function limitConnections(server: Server, isProxy: (address: string) => boolean, most: number): void {
  const open = createCounters();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (isProxy(remoteAddress)) return;
    const network = getNetwork(remoteAddress);
    if (open.of(network) >= most) {
      socket.destroy();
      return;
    }
    open.add(network, 1);
    socket.once('close', () => open.add(network, -1));
  });
}

/** Whether a request's body is still to come. */
export const hasPendingBody = ({ complete, headers }: IncomingMessage) =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/**
 * Bounds what is held open by those who send slowly or not at all: bodies by their rate, their number by address and in
 * all, connections by address. What waits for us is not slow.
 */
export function limitSlowRequests(
  app: FastifyInstance,
  isProxy: (address: string) => boolean,
  {
    windowMs: window,
    minBytes: least,
    checkIntervalMs: looksMs,
    maxPerNetwork: mostOfOne,
    maxTotal: mostOfAll,
    maxConnections: mostConnections,
  }: SlowRequestLimits,
): void {
  limitConnections(app.server, isProxy, mostConnections);
  const coming = new Map<IncomingMessage, PendingBody>();
  const ofNetwork = createCounters();

  app.addHook('onRequest', async ({ raw, ip }, reply) => {
    // What is handed over within the process has no connection and is there in full.
    if (!hasPendingBody(raw) || !(raw.socket instanceof Socket)) return;
    const network = getNetwork(ip);
    if (ofNetwork.of(network) >= mostOfOne || coming.size >= mostOfAll) {
      // Its body is not waited for.
      reply.header('connection', 'close');
      throw new HttpError(429, 'server.tooMany', { args: { seconds: 20 }, retryAfter: 20 });
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
          socket.end(TIMEOUT_REPLY);
          socket.destroySoon();
        }
      }
    },
    Math.min(looksMs, window),
  ).unref();
  app.addHook('onClose', async () => clearInterval(look));
}
