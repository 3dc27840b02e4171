import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Migration } from 'kysely/migration';
import type { AccountParts } from './accountParts.ts';
import type { AppConfig, Config, Environment, FrameConfig } from './config.ts';
import type { ListQueryHints } from './db/columnConditions.ts';
import type { Db, NotificationRow } from './db/databaseSchema.ts';
import type { DatabaseKind } from './db/openDatabase.ts';
import type { ServedCall } from './http/callHandler.ts';
import type { MessageKind } from './outbox/messageKinds.ts';
import type { Services } from './services.ts';

/** Demo data, for an empty database. */
export interface Demo {
  /** Fills the empty database; what it gives runs once the resources have their tables. */
  seed(services: Services): Promise<() => Promise<void>>;
  /** Said at the start: which accounts there are, and their password. */
  loginHint: string;
  /** Throws a ConfigError where demo accounts are open to others. */
  rejectOpenAccounts(db: Db, config: Config): Promise<void>;
}

interface AllParts {
  /** What its accounts have beyond what every account has. */
  accounts?: AccountParts;
  /** Descriptions of its calls' parameters by name, for the OpenAPI page. */
  parameters?: Readonly<Record<string, string>>;
  /** Its calls beside the frame's, from `serveCalls`. */
  calls?: readonly ServedCall[];
  /** What it offers beyond the frame's features, announced at sign-in; those of resources are offered with them. */
  features?: readonly string[];
  /** Routes of its own, beside calls and endpoints. */
  routes?: readonly ((app: FastifyInstance, services: Services) => void | Promise<void>)[];
  /** What runs beside the requests, from when the server is ready until it stops. */
  jobs?: readonly ((services: Services, log: FastifyBaseLogger) => { stop(): void })[];
  /** How messages of its own kinds are sent, by the kind that `addToOutbox` is given. */
  messages?: Readonly<Record<string, MessageKind>>;
  /** Reads variables of its own from the environment (`readVariables`): its part of the config. May throw a ConfigError. */
  settings?(env: Environment, config: FrameConfig): AppConfig;
  demo?: Demo;
  /**
   * All steps of its database by name: `frameTables` first, then its own. They make no rows, as a restore wants tables
   * that are empty. Left out, it has the frame's tables alone.
   */
  migrations?(kind: DatabaseKind): Readonly<Record<string, Migration>>;
  /** Tables that its migrations made, by name: what long lists of their rows are read and counted by. */
  tableHints?: Readonly<Record<string, ListQueryHints>>;
  /** Tables that triggers keep: backups leave them out. */
  derivedTables?: RegExp;
  /** How tables that refuse a plain delete are emptied before a restore. */
  emptyTables?: Readonly<Record<string, (db: Db, kind: DatabaseKind) => Promise<void>>>;
  /** Tables that its migrations made that name no files and may be long: unused files are looked for in any other. */
  tablesWithoutFiles?: readonly string[];
  /** Ends what of its own leads into an account, where its sessions end. */
  endAccess?(db: Db, accountId: string): Promise<void>;
  /** Resources of the audit trail that show nothing of any person; collections may. */
  nonPersonalResources?: readonly string[];
  /** What records of tables that its migrations made are called, for the audit trail: a column by table. */
  nameColumns?: Readonly<Record<string, string>>;
  /** The ids of what belongs to a record, and names the same person: the audit trail of one is searched for all. */
  findRelatedIds?(db: Db, id: string): Promise<string[]>;
  /** The record that a notification is about, where the audit trail is to name it. */
  getNotificationRecordId?(row: NotificationRow): string | null;
  /** What files of its own resources are called, by resource: as who sent it named it. */
  fileNames?: Readonly<Record<string, (db: Db, recordId: string, path: string) => Promise<string | undefined>>>;
}

declare module './parts.ts' {
  interface ServerParts extends AllParts {}
}
