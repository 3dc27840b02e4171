import type { FastifyInstance } from 'fastify';
import type { Migration } from 'kysely/migration';
import type { AccountParts } from './accountParts.ts';
import type { AppConfig } from './appInterfaces.ts';
import type { Config, Environment, FrameConfig } from './config.ts';
import type { Db, NotificationRow } from './db/databaseSchema.ts';
import type { DatabaseKind } from './db/openDatabase.ts';
import type { ServedCall } from './http/callHandler.ts';
import type { MessageKind } from './outbox/messageKinds.ts';
import type { PublicLink } from './publicPages/publicLink.ts';
import type { ListQueryHints } from './records/schema/collection.ts';
import type { AfterChangesContext } from './records/write/runHooks.ts';
import type { Services } from './services.ts';

export interface Demo {
  /** Fills an empty database; the returned function runs once collections have tables. */
  seed(services: Services): Promise<() => Promise<void>>;
  /** Printed at the start: accounts and password. */
  loginHint: string;
  /** Throws a ConfigError if demo accounts are publicly reachable. */
  rejectOpenAccounts(db: Db, config: Config): Promise<void>;
}

interface AllParts {
  accounts?: AccountParts;
  /** Parameter descriptions by name, for the OpenAPI page. */
  parameters?: Readonly<Record<string, string>>;
  /** Descriptions of fields in bodies and replies of calls, by name, for the OpenAPI page. */
  fieldDescriptions?: Readonly<Record<string, string>>;
  /** Calls from `serveCalls`. */
  calls?: readonly ServedCall[];
  /** Further features, announced at sign-in. */
  features?: readonly string[];
  /** False for features that this config does not offer. */
  offersFeature?(feature: string, config: Config): boolean;
  /** Routes besides calls and endpoints. */
  routes?: readonly ((app: FastifyInstance, services: Services) => void | Promise<void>)[];
  /** Outbox messages by kind. */
  messages?: Readonly<Record<string, MessageKind>>;
  /** Reads the app's variables (`readVariables`). May throw a ConfigError. */
  settings?(env: Environment, config: FrameConfig): AppConfig;
  demo?: Demo;
  /**
   * All migrations by name: `frameTables` first, then the app's; by default the frame's only.
   * They insert no rows, because a restore needs empty tables.
   */
  migrations?(kind: DatabaseKind): Readonly<Record<string, Migration>>;
  /** Indexes and counts for long lists of migrated tables. */
  tableHints?: Readonly<Record<string, ListQueryHints>>;
  /** Tables kept by triggers, which backups omit. */
  derivedTables?: RegExp;
  /** Migrated tables with triggers that refuse deletes, for a restore. */
  appendOnlyTables?: readonly string[];
  /** Pages behind secret addresses, besides the `links` of configs. */
  publicLinks?: readonly PublicLink<unknown>[];
  /** Migrated tables that the search for unused files skips. */
  tablesWithoutFiles?: readonly string[];
  /** Revokes the app's own access tokens together with the sessions. */
  endAccess?(db: Db, accountId: string): Promise<void>;
  /** Audited resources without personal data. */
  nonPersonalResources?: readonly string[];
  /** Column with a record's name, by migrated table, for the audit trail. */
  nameColumns?: Readonly<Record<string, string>>;
  /** Finds ids of related records about the same person; an audit search covers them too. */
  findRelatedIds?(services: Services, id: string): Promise<string[]>;
  /** Runs in each transaction after all hooks, with the changes of all collections. What it throws rolls back. */
  afterChanges?(context: AfterChangesContext): void | Promise<void>;
  /** Returns the record of a notification, for the audit trail. */
  getNotificationRecordId?(row: NotificationRow): string | null;
  /** Finds the original name of an upload, by resource. */
  fileNames?: Readonly<Record<string, (db: Db, recordId: string, path: string) => Promise<string | undefined>>>;
}

declare module './parts.ts' {
  interface ServerParts extends AllParts {}
}
