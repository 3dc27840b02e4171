import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { z } from 'zod';
import type { AnyResource } from '../../frame/config/resource.ts';
import { buildApp } from '../../frame/server/app.ts';
import type { Hooks } from '../../frame/server/collections/hooks.ts';
import { type Config, readConfig } from '../../frame/server/config.ts';
import { createServices } from '../../frame/server/createServices.ts';
import type { AnyEndpoint } from '../../frame/server/http/endpoints.ts';
import type { Services } from '../../frame/server/services.ts';
import { createAccount } from '../../frame/server/store/accounts.ts';
import { openStore } from '../../frame/server/store/open.ts';
import { hashPassword } from '../../frame/server/store/passwords.ts';
import { type Call, pathOf } from '../../frame/wire/call.ts';
import { envelopeOf } from '../../frame/wire/envelope.ts';
import { type CallName, calls } from '../../src/wire/index.ts';
import { emailOf, PASSWORD, PEOPLE, type Person, TIME_ZONE } from './cast.ts';
import { freshDatabase, readyDatabase } from './database.ts';
import { KEPT_HOOKS, withKept } from './kept.ts';

export { emailOf, freshDatabase, PASSWORD, PEOPLE, type Person, readyDatabase, TIME_ZONE };

export interface CallInput {
  token?: string | undefined;
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  /** Sent as multipart, together with the body's fields. */
  files?: Record<string, File[]>;
  headers?: Record<string, string>;
}

/** What a call answered; `data` was checked against its declaration, so a test reads it freely. */
export interface Reply {
  http: number;
  status: boolean;
  message: string;
  code: number;
  data: ReturnType<typeof JSON.parse>;
  /** The text per refused field. */
  errors: Record<string, string>;
}

export interface TestServer {
  app: FastifyInstance;
  services: Services;
  config: Config;
  /** Record ids by person. */
  ids: Record<Person, string>;
  /** Signs in and gives the token. */
  signIn(person: Person): Promise<string>;
  /** Makes a call of the wire and checks that the reply is what its declaration promises. */
  call(name: CallName, input?: CallInput): Promise<Reply>;
  /** Proves once more who is signed in with this token. */
  reauthenticate(token: string): Promise<Reply>;
  /** Signs in and proves once more who that is: for calls that ask for it. */
  signInTwice(person: Person): Promise<string>;
  /** As `call`, by a person: signed in once, the token kept; proves again who they are where that is asked for. */
  as(person: Person, name: CallName, input?: CallInput): Promise<Reply>;
  /** The token of a person who is signed in once. */
  tokenOf(person: Person): Promise<string>;
  /** A file by its address, as an API client asks for it: with the token of the person who was given it. */
  file(person: Person, address: string): ReturnType<TestServer['inject']>;
  /** Any request at all. */
  inject(options: InjectOptions): Promise<Awaited<ReturnType<FastifyInstance['inject']>>>;
  close(): Promise<void>;
}

/** Where an upload lies on the disk. */
export const placeOf = ({ dataDir }: Pick<Config, 'dataDir'>, path = '') =>
  join(dataDir, 'uploads', path.slice(0, 2), path);

/**
 * The real server on a fresh database and folder, with the people above in it. `env` adds variables, `resources`
 * collections, and what else is named of the config takes the place of its own. Unless it is asked to, it lets employees
 * have any number of appointments at a time.
 */
export async function startServer(
  env: Record<string, string> = {},
  {
    resources = [],
    hooks = {},
    endpoints = {},
    ...own
  }: {
    resources?: readonly AnyResource[];
    hooks?: Readonly<Record<string, Hooks>>;
    endpoints?: Readonly<Record<string, AnyEndpoint>>;
  } & Partial<Config> = {},
): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-api-'));
  const database = await readyDatabase(dataDir);
  const config = {
    ...readConfig({
      TIME_ZONE,
      DEMO: 'off',
      MAX_DELAY_MS: '60000',
      VISIT_MINUTES: '0',
      ...env,
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
    }),
    // Real hashes, cheap ones: there are many sign-ins here.
    argonMemory: 64,
    ...own,
  };
  const store = await openStore(config);
  const services = createServices(config, store, withKept(resources), { ...KEPT_HOOKS, ...hooks }, endpoints);
  const ids = {} as Record<Person, string>;
  const passwordHash = await hashPassword(PASSWORD, config);
  for (const [person, own] of Object.entries(PEOPLE) as [Person, (typeof PEOPLE)[Person]][]) {
    const email = emailOf(person);
    ids[person] = (await createAccount(store.db, { ...own, email, username: person, passwordHash })).id;
  }
  const app = await buildApp(services);
  const tokens = new Map<Person, string>();

  const signIn = async (person: Person) => {
    const { data } = await call('signIn', { body: { email: emailOf(person), password: PASSWORD } });
    return data.userAuthToken as string;
  };
  const tokenOf = async (person: Person) => {
    const token = tokens.get(person) ?? (await signIn(person));
    tokens.set(person, token);
    return token;
  };
  const call = async (name: CallName, input: CallInput = {}): Promise<Reply> => {
    const declared: Call = calls[name];
    const { payload, type } = await payloadOf(declared, input);
    const reply = await app.inject({
      method: declared.method,
      url: pathOf(declared, input.params),
      query: Object.fromEntries(Object.entries(input.query ?? {}).map(([key, value]) => [key, String(value)])),
      headers: {
        ...(input.token !== undefined && { authorization: `Bearer ${input.token}` }),
        ...(type && { 'content-type': type }),
        ...input.headers,
      },
      ...(payload !== undefined && { payload }),
    });
    return checked(declared, reply.statusCode, reply.json());
  };

  const reauthenticate = (token: string) => call('reauthenticate', { token, body: { password: PASSWORD } });

  return {
    app,
    services,
    config,
    ids,
    signIn,
    tokenOf,
    call,
    reauthenticate,
    async signInTwice(person) {
      const token = await signIn(person);
      await reauthenticate(token);
      return token;
    },
    async as(person, name, input) {
      const token = await tokenOf(person);
      const reply = await call(name, { ...input, token });
      if (!reply.data?.reauthenticate) return reply;
      await reauthenticate(token);
      return call(name, { ...input, token });
    },
    async file(person, address) {
      return app.inject({ url: `/${address}`, headers: { authorization: `Bearer ${await tokenOf(person)}` } });
    },
    inject: (options) => app.inject(options),
    async close() {
      await app.close();
      services.mailer.close();
      await store.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function payloadOf(declared: Call, { body, files }: CallInput) {
  if (declared.files) {
    const form = new FormData();
    for (const [name, value] of Object.entries(body ?? {})) form.append(name, String(value));
    for (const [name, list] of Object.entries(files ?? {})) for (const file of list) form.append(name, file);
    const encoded = new Response(form);
    return {
      payload: Buffer.from(await encoded.arrayBuffer()),
      type: encoded.headers.get('content-type') ?? undefined,
    };
  }
  return body ? { payload: JSON.stringify(body), type: 'application/json' } : {};
}

const envelope = z.object({ status: z.boolean(), message: z.string().min(1), code: z.number(), data: z.unknown() });

/** Every reply is an envelope whose code is the HTTP status; a good one holds what its call declares. */
export function checked(declared: Call, http: number, json: unknown): Reply {
  const reply = envelope.parse(json);
  expect(reply.code).toBe(http);
  expect(reply.status).toBe(http === 200);
  if (reply.status) envelopeOf(declared.data).parse(json);
  return { http, ...reply, data: reply.data, errors: (reply.data as Pick<Reply, 'errors'> | null)?.errors ?? {} };
}
