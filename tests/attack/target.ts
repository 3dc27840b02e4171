import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import type { Call } from 'portal-frame';
import { createServices, loadResources, markReauthenticated, openSession } from 'portal-frame/internal/server';
import { findUnrecorded } from 'portal-frame/testing';
import { asForm } from 'portal-frame/testing/helpers';
import portal from '../../server/app.ts';
import { addBelongings, type Belonging } from '../api/belongings.ts';
import { makePlace, type Place, type ServerProcess } from '../api/process.ts';
import { pdf, photo } from '../api/samples.ts';
import { COLLECTIONS } from '../api/supplies.ts';
import type { Role } from '../roles.ts';
import type { Tally } from './tally.ts';

/** A request whose path and headers are sent unchanged. */
export interface Wish {
  method: string;
  url: string;
  token?: string | undefined;
  headers?: Record<string, string | string[]>;
  payload?: string | Buffer;
}

export interface Answer {
  /** HTTP code; 0 if the connection ended without a response. */
  code: number;
  headers: IncomingHttpHeaders;
  text: string;
  ms: number;
}

/** The attacked server in a process of its own. */
export interface Target extends Pick<Place, 'services' | 'ids' | 'config'> {
  server: ServerProcess;
  place: Place;
  belongings: Belonging[];
  pictures: File[];
  /** Sends a request from a new address, so that rate limits do not interfere. */
  ask(wish: Wish): Promise<Answer>;
  /** Token of a new reauthenticated session. */
  tokenOf(role: Role): Promise<string>;
  /** Clears failed attempts and lockouts. */
  forgive(): Promise<void>;
  /** Checks that no answer of 500 or more left a change without its history or audit entry, and clears the answers. */
  checkRecorded(row: Tally): Promise<void>;
  stop(): Promise<void>;
}

const PATIENCE = 30_000;

/** Encodes a body, as a form if the call takes files. */
export async function sent(call: Call, body: Record<string, unknown>, files: [string, File][] = []) {
  if (!call.files) return { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const { payload, type } = await asForm(Object.entries(body), files);
  return { payload, headers: { 'content-type': type } };
}

/** Finds changes without history or audit entry, besides those of the rows that the attack itself has inserted. */
async function createRecordCheck({ services, config }: Place, failed: string[]): Promise<Target['checkRecorded']> {
  const resources = [...(await loadResources(portal)), ...COLLECTIONS];
  const { collections } = createServices(config, services.store, { resources });
  const find = () => findUnrecorded(services.db, collections);
  const known = new Set(await find());
  return async (row) => {
    const answers = failed.splice(0);
    const [found] = (await find()).filter((one) => !known.has(one));
    row.check(found === undefined, () => `${found} after ${answers.join(', ') || 'no failure'}`);
  };
}

function asking(origin: string) {
  const { hostname, port } = new URL(origin);
  const failed: string[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  let sender = 0;
  const ask = ({ method, url, token, headers = {}, payload }: Wish) =>
    new Promise<Answer>((resolve) => {
      sender += 1;
      const from = `10.${(sender >> 16) & 255}.${(sender >> 8) & 255}.${sender & 255}`;
      const start = performance.now();
      const end = (code: number, text = '', said: IncomingHttpHeaders = {}) => {
        if (code >= 500) failed.push(`${method} ${url.slice(0, 80)}: ${code}`);
        resolve({ code, text, headers: said, ms: performance.now() - start });
      };
      const one = request(
        {
          ...{ agent, hostname, port, method, path: url, timeout: PATIENCE },
          headers: {
            'x-forwarded-for': from,
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
            ...(payload !== undefined && { 'content-length': Buffer.byteLength(payload) }),
            ...headers,
          },
        },
        (reply) => {
          const chunks: Buffer[] = [];
          reply.on('data', (chunk: Buffer) => chunks.push(chunk));
          reply.once('end', () => end(reply.statusCode ?? 0, Buffer.concat(chunks).toString(), reply.headers));
          reply.once('error', () => end(0));
        },
      );
      one.once('timeout', () => one.destroy()).once('error', () => end(0));
      one.end(payload);
    });
  return { ask, agent, failed };
}

async function belongingsOf(place: Place): Promise<Belonging[]> {
  try {
    // The server created tables, so this connection must reload the schema.
    const { db } = place.services;
    await db.transaction().execute((trx) => trx.selectFrom('appointments').select('id').limit(1).execute());
    return await addBelongings(place);
  } catch (error) {
    await place.remove();
    throw error;
  }
}

export async function openTarget(): Promise<Target> {
  const place = await makePlace({ MAX_DELAY_MS: '60000', VISIT_MINUTES: '0' }, join(import.meta.dirname, 'server.ts'));
  const server = await place.start();
  const { services, ids, config } = place;
  const { ask, agent, failed } = asking(server.origin);
  const belongings = await belongingsOf(place);
  return {
    ...{ services, ids, config, server, place, ask },
    belongings,
    checkRecorded: await createRecordCheck(place, failed),
    pictures: [await photo(), pdf('one')],
    async tokenOf(role) {
      const session = await openSession(services.db, ids[role], 1);
      await markReauthenticated(services.db, session.id);
      return services.tokens.sign({ accountId: ids[role], sessionId: session.id, role }, session.expiresAt);
    },
    async forgive() {
      await services.db.deleteFrom('attempts').execute();
      await services.db.updateTable('accounts').set({ is_active: 1 }).where('is_active', '=', 0).execute();
    },
    async stop() {
      agent.destroy();
      await server.end('SIGTERM');
      await place.remove();
    },
  };
}
