import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { tooManyRequests } from './httpError.ts';
import { getNetwork } from './network.ts';

export interface SlowRequestLimits {
  /** Milliseconds for a request's head, for the whole request, and between two checks. */
  headMs: number;
  totalMs: number;
  checkIntervalMs: number;
  /** A body must deliver `minBytes` within each window of `windowMs`. */
  windowMs: number;
  minBytes: number;
  /** Requests with a pending body, per network and in total. */
  maxPerNetwork: number;
  maxTotal: number;
  /** Connections per network, unless it is a proxy. */
  maxConnections: number;
}
/** The slowest phone is ten times as fast. */
export const SLOW_REQUEST_LIMITS: SlowRequestLimits = {
  ...{ headMs: 15_000, totalMs: 15 * 60_000, checkIntervalMs: 2000, windowMs: 20_000, minBytes: 8 * 1024 },
  ...{ maxPerNetwork: 200, maxTotal: 2000, maxConnections: 300 },
};

const TIMEOUT_REPLY = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

interface PendingBody {
  network: string;
  at: number;
  bytes: number;
}

function createCounters() {
  const counts = new Map<string, number>();
  return {
    get: (name: string) => counts.get(name) ?? 0,
    add(name: string, change: 1 | -1) {
      const count = (counts.get(name) ?? 0) + change;
      if (count > 0) counts.set(name, count);
      else counts.delete(name);
    },
  };
}

/** Closes connections beyond the limit of a network. Proxies are exempt because they serve many clients. */
function limitConnections(server: Server, isProxy: (address: string) => boolean, maxPerNetwork: number): void {
  const open = createCounters();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (isProxy(remoteAddress)) return;
    const network = getNetwork(remoteAddress);
    if (open.get(network) >= maxPerNetwork) {
      socket.destroy();
      return;
    }
    open.add(network, 1);
    socket.once('close', () => open.add(network, -1));
  });
}

/** True if the body of a request is not complete yet. */
export const hasPendingBody = ({ complete, headers }: IncomingMessage) =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/** Limits slow bodies, and bodies and connections per network. Data that waits for the server is not slow. */
export function limitSlowRequests(
  app: FastifyInstance,
  isProxy: (address: string) => boolean,
  { windowMs, minBytes, checkIntervalMs, maxPerNetwork, maxTotal, maxConnections }: SlowRequestLimits,
): void {
  limitConnections(app.server, isProxy, maxConnections);
  const pending = new Map<IncomingMessage, PendingBody>();
  const counters = createCounters();

  app.addHook('onRequest', async ({ raw, ip }, reply) => {
    // Injected requests have no connection and are complete.
    if (!hasPendingBody(raw) || !(raw.socket instanceof Socket)) return;
    const network = getNetwork(ip);
    if (counters.get(network) >= maxPerNetwork || pending.size >= maxTotal) {
      // Closes the connection without reading the body.
      reply.header('connection', 'close');
      throw tooManyRequests(20);
    }
    pending.set(raw, { network, at: performance.now(), bytes: raw.socket.bytesRead });
    counters.add(network, 1);
    const done = () => {
      if (pending.delete(raw)) counters.add(network, -1);
    };
    raw.once('end', done).once('close', done);
    // A request can be answered before its body is complete.
    reply.raw.once('finish', done);
  });

  const check = setInterval(
    () => {
      const now = performance.now();
      for (const [raw, body] of pending) {
        const { socket, readableLength } = raw;
        // Unread data waits for the server, not for the client.
        if (socket.bytesRead - body.bytes >= minBytes || readableLength > 0) {
          body.at = now;
          body.bytes = socket.bytesRead;
        } else if (now - body.at > windowMs) {
          socket.end(TIMEOUT_REPLY);
          socket.destroySoon();
        }
      }
    },
    Math.min(checkIntervalMs, windowMs),
  ).unref();
  app.addHook('onClose', async () => clearInterval(check));
}
