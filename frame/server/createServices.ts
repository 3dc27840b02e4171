import { prepareResources } from '../config/defaults/prepareResources.ts';
import type { AnyResource } from '../config/resource.ts';
import { type ActivityLog, createActivityLog } from './activity/activityLog.ts';
import type { Config } from './config.ts';
import type { Db } from './db/databaseSchema.ts';
import type { Store } from './db/openDatabase.ts';
import { createFileCookies, type FileCookies } from './files/fileCookies.ts';
import { createFileStore, type FileStore } from './files/fileStore.ts';
import { areRemovalsHeld } from './files/removalHolds.ts';
import { createTokens, type Tokens } from './http/accessTokens.ts';
import type { AnyEndpoint } from './http/endpoints.ts';
import { createDatabasePing } from './http/health.ts';
import { isEventJob, type Job, type ScheduledJob } from './jobs/defineJob.ts';
import { Live } from './live/live.ts';
import { createMailer, type Mailer } from './mail/mailer.ts';
import { createOutbox, type Outbox } from './outbox/outbox.ts';
import type { ServerParts } from './parts.ts';
import { refreshStaleRecords } from './records/derived/staleRecords.ts';
import { records } from './records/operations/recordsApi.ts';
import type { Collection } from './records/schema/collection.ts';
import { planCollections } from './records/tables/planCollections.ts';
import type { Hooks } from './records/write/runHooks.ts';
import type { NamedCustomChange } from './schemaSync/customChanges.ts';
import type { Services } from './services.ts';

interface AllServices {
  /** The app of server/app.ts. */
  app: ServerParts;
  config: Config;
  db: Store['db'];
  store: Store;
  files: FileStore;
  fileCookies: FileCookies;
  /** Receives an entry of each operation. */
  activity: ActivityLog;
  tokens: Tokens;
  mailer: Mailer;
  /** Sends messages while the app runs. */
  outbox: Outbox;
  /** Publishes changes to open streams; `transact` does so by itself. */
  live: Live;
  /** True if the database answers within two seconds. */
  pingDatabase(): Promise<boolean>;
  /** `ending` is true from SIGTERM on: health reports 503. */
  state: { ending: boolean };
  resources: readonly AnyResource[];
  hooks: Readonly<Record<string, Hooks>>;
  endpoints: Readonly<Record<string, AnyEndpoint>>;
  changes: readonly NamedCustomChange[];
  /** Jobs of the app. */
  jobs: readonly Job[];
  /** All jobs that this server runs by their schedules. */
  runningJobs: readonly ScheduledJob[];
  /** Resources without own calls, once their tables match the configs. */
  collections: readonly Collection[];
  /** Runs last in each transaction: computes what follows from its writes. */
  refreshStale(db: Db): Promise<void>;
  /** The records API, for hooks. Others import `records`. */
  records: typeof records;
}

declare module './services.ts' {
  interface Services extends AllServices {}
}

/** Import it from here to see its keys: services.ts alone declares an empty interface. */
export type { Services };

/** Files of an app that the server finds by their path. */
export interface FoundParts {
  resources?: readonly AnyResource[];
  hooks?: Readonly<Record<string, Hooks>>;
  endpoints?: Readonly<Record<string, AnyEndpoint>>;
  changes?: readonly NamedCustomChange[];
  jobs?: readonly Job[];
}

/** Creates the services. Throws a ConfigError for invalid resources. */
export function createServices(
  config: Config,
  store: Store,
  { resources: given = [], hooks = {}, endpoints = {}, changes = [], jobs = [] }: FoundParts = {},
): Services {
  const resources = prepareResources(given, config.app.roles, config.app.plugins);
  const services: Services = {
    app: config.app,
    config,
    resources,
    hooks,
    endpoints,
    changes,
    jobs,
    runningJobs: jobs.filter((job) => !isEventJob(job)),
    collections: planCollections(resources, {}, config.timeZone, config.app.tableHints),
    store,
    db: store.db,
    files: createFileStore(config, () => areRemovalsHeld(store.db)),
    fileCookies: createFileCookies(config),
    activity: createActivityLog(config, store),
    tokens: createTokens(config),
    mailer: createMailer(config),
    outbox: createOutbox(),
    live: new Live(config, store),
    pingDatabase: createDatabasePing(store.db),
    state: { ending: false },
    records,
    refreshStale: (db) => refreshStaleRecords(db, services),
  };
  return services;
}
