import type { AnyResource } from '../config/resource.ts';
import { openAuditJournal } from './audit/auditJournal.ts';
import { type AuditTrail, createAuditTrail } from './audit/auditTrail.ts';
import type { Config } from './config.ts';
import type { Store } from './db/openDatabase.ts';
import { isBackupRunning } from './files/backupHolds.ts';
import { createFileCookies, type FileCookies } from './files/fileCookies.ts';
import { createFileStore, type FileStore } from './files/fileStore.ts';
import type { AnyEndpoint } from './http/endpoints.ts';
import { createDatabasePing } from './http/health.ts';
import { createTokens, type Tokens } from './http/tokens.ts';
import { createLive, type Live } from './live/live.ts';
import { createMailer, type Mailer } from './mail/mailer.ts';
import { createOutbox, type Outbox } from './outbox/outbox.ts';
import { createConfiguredPush } from './push/pushConfig.ts';
import type { PushSender } from './push/pushSender.ts';
import type { Collection } from './records/schema/collection.ts';
import { planCollections } from './records/tables/planCollections.ts';
import type { Hooks } from './records/write/runHooks.ts';
import type { NamedCustomChange } from './schemaSync/customChanges.ts';
import type { Services } from './services.ts';

interface AllServices {
  config: Config;
  db: Store['db'];
  store: Store;
  files: FileStore;
  fileCookies: FileCookies;
  audit: AuditTrail;
  tokens: Tokens;
  mailer: Mailer;
  /** Mail and push go through it; it sends from when the app is ready until it closes. */
  outbox: Outbox;
  /** Publishes changes to open streams; those of `transact` are published by themselves. */
  live: Live;
  /** Whether the database answers, decided within two seconds. */
  pingDatabase(): Promise<boolean>;
  /** `ending` from the signal to end on: health says that nothing more should come. */
  state: { ending: boolean };
  /** Every resource of src/resources; those without calls of their own are collections. */
  resources: readonly AnyResource[];
  /** The hooks of server/resources, by collection. */
  hooks: Readonly<Record<string, Hooks>>;
  /** The calls of server/endpoints, by file. */
  endpoints: Readonly<Record<string, AnyEndpoint>>;
  /** The steps of server/changes, in order. */
  changes: readonly NamedCustomChange[];
  /** Those without calls of their own, and their tables, once the app has brought those to their configs. */
  collections: readonly Collection[];
  /** Undefined where push is not configured. */
  push: PushSender | undefined;
}

declare module './services.ts' {
  interface Services extends AllServices {}
}

/** An app has it from here, as the package's types tell of what is added to it only where this file is read. */
export type { Services };

/** Throws a ConfigError where push is half configured, and for resources that the database could not keep. */
export function createServices(
  config: Config,
  store: Store,
  resources: readonly AnyResource[] = [],
  hooks: Readonly<Record<string, Hooks>> = {},
  endpoints: Readonly<Record<string, AnyEndpoint>> = {},
  changes: readonly NamedCustomChange[] = [],
): Services {
  return {
    config,
    resources,
    hooks,
    endpoints,
    changes,
    collections: planCollections(resources),
    store,
    db: store.db,
    files: createFileStore(config, () => isBackupRunning(store.db)),
    fileCookies: createFileCookies(config),
    audit: createAuditTrail(store, openAuditJournal(config.dataDir)),
    tokens: createTokens(config),
    mailer: createMailer(config),
    outbox: createOutbox(),
    live: createLive(config, store),
    pingDatabase: createDatabasePing(store.db),
    state: { ending: false },
    push: createConfiguredPush(config.firebase),
  };
}
