import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Compilable } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { AnyResource } from '../../config/resource.ts';
import { createAccount } from '../../server/accounts/accountRows.ts';
import { hashPassword } from '../../server/accounts/passwordHash.ts';
import type { NewAccount } from '../../server/appInterfaces.ts';
import { addServerTexts } from '../../server/base/serverTexts.ts';
import { buildApp } from '../../server/buildApp.ts';
import { type Config, readConfig } from '../../server/config.ts';
import { createServices } from '../../server/createServices.ts';
import type { Store } from '../../server/db/openDatabase.ts';
import { createReaderPool } from '../../server/db/sqlite/readerPool.ts';
import type { AnyEndpoint } from '../../server/http/endpoints.ts';
import { openStore } from '../../server/migrations/openStore.ts';
import type { ServerParts } from '../../server/parts.ts';
import type { Hooks } from '../../server/records/write/runHooks.ts';
import type { Services } from '../../server/services.ts';
import { type Call, getCallPath } from '../../wire/call.ts';
import { authCalls } from '../../wire/calls/authCalls.ts';
import { reauthenticateCalls } from '../../wire/calls/reauthenticateCalls.ts';
import { toEnvelopeSchema } from '../../wire/envelope.ts';
import { copyDatabase } from './database.ts';
import { checkReplies } from './documentedReplies.ts';
import { encoded, formOf } from './form.ts';
import { lasting } from './lasting.ts';
import { emailOf, PASSWORD, TIME_ZONE } from './people.ts';
import { isFullSize, isNightly } from './size.ts';
import { findTemplate } from './syncedTemplates.ts';

export interface CallInput {
  token?: string | undefined;
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  /** Sent as multipart with the fields of the body. */
  files?: Record<string, File[]>;
  headers?: Record<string, string>;
}

/** `data` was checked against the declaration of the call. */
export interface Reply {
  http: number;
  status: boolean;
  message: string;
  code: number;
  data: ReturnType<typeof JSON.parse>;
  /** Message per refused field. */
  errors: Record<string, string>;
}

export interface TestServer<Name extends string, Person extends string> {
  app: FastifyInstance;
  services: Services;
  config: Config;
  /** Record ids by person. */
  ids: Record<Person, string>;
  /** Signs in and returns the token. */
  signIn(person: Person): Promise<string>;
  /** Makes a call and checks the reply against its declaration. */
  call(name: Name, input?: CallInput): Promise<Reply>;
  /** Reauthenticates the session of this token. */
  reauthenticate(token: string): Promise<Reply>;
  /** Signs in and reauthenticates. */
  signInTwice(person: Person): Promise<string>;
  /** Like `call`, with a cached session of the person; reauthenticates if needed. */
  as(person: Person, name: Name, input?: CallInput): Promise<Reply>;
  /** Token of a cached session. */
  tokenOf(person: Person): Promise<string>;
  /** Requests a file with the token of a person. */
  file(person: Person, address: string): ReturnType<TestServer<Name, Person>['inject']>;
  inject(options: InjectOptions): Promise<Awaited<ReturnType<FastifyInstance['inject']>>>;
  close(): Promise<void>;
}

/** Path of an upload on the disk. */
export const placeOf = ({ dataDir }: Pick<Config, 'dataDir'>, path = '') =>
  join(dataDir, 'uploads', path.slice(0, 2), path);

/** Lists the uploads on the disk. */
export const uploadsOf = ({ config }: { config: Config }): string[] =>
  readdirSync(join(config.dataDir, 'uploads'), { recursive: true })
    .map(String)
    .filter((name) => name.includes('.'))
    .toSorted();

/** Reads of `npm test` need no threads, which cost a sixth of its time. At night they do the reading. */
const readOnConnection = ({ db }: Store) =>
  createReaderPool(async <R>(query: Compilable<R>) => (await db.executeQuery(query.compile())).rows as R[], {
    close: async () => {},
    isBusy: () => false,
  });

/** The app under test. */
export interface TestedApp<Name extends string, Person extends string> {
  app: ServerParts;
  calls: Readonly<Record<Name, Call>>;
  people: Readonly<Record<Person, Pick<NewAccount, 'role' | 'fullName'>>>;
  /** Default environment variables of its servers. */
  env?: Readonly<Record<string, string>>;
  /** Environment variable of its template database (template.ts). */
  template: string;
  /** Adds resources of the app to those of a test. */
  withOthers(resources: readonly AnyResource[]): readonly AnyResource[];
  hooks?: Readonly<Record<string, Hooks>>;
  /** Runs after the people were inserted. */
  settle?(services: Services, ids: Readonly<Record<Person, string>>): Promise<void>;
}

/** Additional options of a test. */
export type Besides = {
  resources?: readonly AnyResource[];
  hooks?: Readonly<Record<string, Hooks>>;
  endpoints?: Readonly<Record<string, AnyEndpoint>>;
} & Partial<Config>;

/**
 * Starts a server with a fresh database and folder and with the app's people. `env` adds variables, `resources` adds
 * collections; other options override the config.
 */
async function startServerOf<Name extends string, Person extends string>(
  tested: TestedApp<Name, Person>,
  env: Record<string, string> = {},
  { resources = [], hooks = {}, endpoints = {}, ...own }: Besides = {},
): Promise<TestServer<Name, Person>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-api-'));
  const all = tested.withOthers(resources);
  const zone = own.timeZone ?? env.TIME_ZONE ?? tested.env?.TIME_ZONE ?? TIME_ZONE;
  const template = await findTemplate(tested.app, all, zone, process.env[tested.template]);
  const database = await copyDatabase(dataDir, template);
  const config = {
    ...readConfig(
      {
        TIME_ZONE,
        DEMO: 'off',
        MAX_DELAY_MS: '60000',
        API_KEY_PER_MINUTE: '1000000',
        REQUESTS_PER_MINUTE: '1000000',
        ...tested.env,
        ...env,
        DATA_DIR: dataDir,
        DATABASE_URL: database.url,
      },
      tested.app,
    ),
    // Fast hashes, as the tests sign in often.
    argonMemoryKib: 64,
    // The machine may be busy.
    statementTimeoutMs: 120_000,
    ...own,
  };
  await addServerTexts(tested.app.plugins);
  const store = await openStore(config);
  if (!isNightly && !config.databaseUrl) store.readers = readOnConnection(store);
  const parts = { resources: all, hooks: { ...tested.hooks, ...hooks }, endpoints };
  const services = createServices(config, store, parts);
  const ids = {} as Record<Person, string>;
  const passwordHash = await hashPassword(PASSWORD, config);
  for (const person of Object.keys(tested.people) as Person[]) {
    const account = { ...tested.people[person], email: emailOf(person), username: person, passwordHash };
    ids[person] = (await createAccount(store, account)).id;
  }
  const app = await buildApp(services);
  const differences = [...resources, ...Object.values(endpoints), ...Object.entries({ ...env, ...own }).flat()];
  // The document of each other server takes longer than most of its tests.
  if (isFullSize || differences.length === 0) checkReplies(app, services, [tested.app, ...all, ...differences]);
  await tested.settle?.(services, ids);
  const tokens = new Map<Person, string>();

  const signIn = async (person: Person) => {
    const { data } = await make(authCalls.signIn, { body: { email: emailOf(person), password: PASSWORD } });
    return data.userAuthToken as string;
  };
  const tokenOf = async (person: Person) => {
    const token = tokens.get(person) ?? (await signIn(person));
    tokens.set(person, token);
    return token;
  };
  const call = (name: Name, input?: CallInput) => {
    if (!Object.hasOwn(tested.calls, name)) throw new Error(`There is no call "${name}".`);
    return make(tested.calls[name], input);
  };
  const make = async (declared: Call, input: CallInput = {}): Promise<Reply> => {
    const { payload, type } = await payloadOf(declared, input);
    const reply = await app.inject({
      method: declared.method,
      url: getCallPath(declared, input.params),
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

  const reauthenticate = (token: string) =>
    make(reauthenticateCalls.reauthenticate, { token, body: { password: PASSWORD } });

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

type Env = Record<string, string>;

/** Creates the helpers to start an app's server; `env` may be a function. */
export function serversOf<Name extends string, Person extends string>(tested: TestedApp<Name, Person>) {
  const start = (env?: Env | (() => Env), besides?: Besides) =>
    startServerOf(tested, typeof env === 'function' ? env() : env, besides);
  const close = (server: TestServer<Name, Person>) => server.close();
  type Asked = Parameters<typeof start>;
  return {
    /** Starts a server with a fresh database and folder. */
    startServer: start,
    /** Like startServer, closed after the test. */
    async serverForTest(...asked: Asked) {
      const server = await start(...asked);
      onTestFinished(() => server.close());
      return server;
    },
    /** One server for all tests of a file or group. */
    serverForAll: (...asked: Asked) => lasting('all', () => start(...asked), close),
    /** One server per test. */
    serverForEach: (...asked: Asked) => lasting('each', () => start(...asked), close),
  };
}

async function payloadOf(declared: Call, { body, files }: CallInput) {
  if (declared.files) return encoded(formOf(body, files));
  return body ? { payload: JSON.stringify(body), type: 'application/json' } : {};
}

const envelope = z.object({ status: z.boolean(), message: z.string().min(1), code: z.number(), data: z.unknown() });

/** Checks that a reply is an envelope with the HTTP status as its code and the declared data. */
export function checked(declared: Call, http: number, json: unknown): Reply {
  const reply = envelope.parse(json);
  expect(reply.code).toBe(http);
  expect(reply.status).toBe(http === 200);
  if (reply.status) expect(undeclared(json, toEnvelopeSchema(declared.data).parse(json))).toEqual([]);
  return { http, ...reply, data: reply.data, errors: (reply.data as Pick<Reply, 'errors'> | null)?.errors ?? {} };
}

/** Returns paths in a reply that the declaration does not contain. */
function undeclared(sent: unknown, declared: unknown, place = 'reply'): string[] {
  if (sent === null || typeof sent !== 'object' || declared === null || typeof declared !== 'object') return [];
  const known = declared as Record<string, unknown>;
  return Object.entries(sent).flatMap(([name, value]) =>
    name in known ? undeclared(value, known[name], `${place}.${name}`) : [`${place}.${name}`],
  );
}
