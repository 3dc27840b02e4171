import type { FastifyInstance } from 'fastify';
import type { Migration } from 'kysely/migration';
import type { z } from 'zod';
import type { Plugin } from '../config/app/definePlugin.ts';
import type { AnyResource } from '../config/resource.ts';
import type { PluginTexts } from '../i18n/pluginTexts.ts';
import type { AccountParts } from './accountParts.ts';
import type { BearerTokens } from './accounts/bearerTokens.ts';
import type { IdentityProof, SignInStep } from './accounts/signInSteps.ts';
import type { ActivityLog } from './activity/activityLog.ts';
import type { AppConfig, AppPluginParts } from './appInterfaces.ts';
import type { Config, Environment, FrameConfig } from './config.ts';
import type { Db, NotificationRow } from './db/databaseSchema.ts';
import type { DatabaseKind, Store } from './db/openDatabase.ts';
import type { ServedCall } from './http/callHandler.ts';
import type { Job } from './jobs/defineJob.ts';
import type { MessageKind } from './outbox/messageKinds.ts';
import type { ServerParts } from './parts.ts';
import type { NotificationInput } from './records/operations/notify.ts';
import type { Route } from './records/routes/recordRoute.ts';
import type { ResourceSchemas } from './records/routes/recordSchemas.ts';
import type { Collection, ListQueryHints } from './records/schema/collection.ts';
import type { AfterChangesContext, CommitContext, Hooks } from './records/write/runHooks.ts';
import type { Services } from './services.ts';

export interface Demo {
  /** Fills an empty database; the returned function runs once collections have tables. */
  seed(services: Services): Promise<() => Promise<void>>;
  /** Printed at the start: accounts and password. */
  loginHint: string;
  /** Throws a ConfigError if demo accounts are publicly reachable. */
  rejectOpenAccounts(db: Db, config: Config): Promise<void>;
}

interface CommandContext {
  app: ServerParts;
  /** Read from the environment when a command first uses it, which creates the data directory. */
  readonly config: Config;
}

/** Runs with the words after its name, and returns the text to print. May throw a CommandError. */
export type Command = (context: CommandContext, args: readonly string[]) => Promise<string>;

type RegisterRoutes = (app: FastifyInstance, services: Services) => void | Promise<void>;

/** Parts that apps and plug-ins declare alike. */
export interface SharedParts {
  /** Descriptions of parameters of calls, by name. */
  parameters?: Readonly<Record<string, string>>;
  /** Descriptions of fields in bodies and replies of calls, by name. */
  fieldDescriptions?: Readonly<Record<string, string>>;
  /**
   * Migrations by name: this owner's own, which run after those of the frame and of needed plug-ins. A released one
   * never changes. They insert no rows, because a restore needs empty tables.
   */
  migrations?(kind: DatabaseKind): Readonly<Record<string, Migration>>;
  /** Calls from `serveCalls`. */
  calls?: readonly ServedCall[];
  /** False for features that this config does not offer. */
  offersFeature?(feature: string, config: Config): boolean;
  /** Routes besides calls and endpoints. */
  routes?: readonly RegisterRoutes[];
  /** Run before all routes, for what must see each of them, such as an `onRoute` hook. */
  beforeRoutes?: readonly RegisterRoutes[];
  /** Further routes of a collection, below its address, with the schemas of its records; tables of calls have none. */
  collectionRoutes?: (
    collection: Collection,
    schemas: ResourceSchemas | undefined,
    all: readonly Collection[],
  ) => readonly Route[];
  /** Hooks from `defineHooks`, by resource. Those of an app lie in server/resources. */
  hooks?: Readonly<Record<string, Hooks>>;
  /** Outbox messages by kind. */
  messages?: Readonly<Record<string, MessageKind>>;
  /** Jobs from `defineJob`, besides those of server/jobs. */
  jobs?: readonly Job[];
  /** Commands by name, loaded when they run: `node scripts/run.mjs <name> [words]`, a script of package.json. */
  commands?: Readonly<Record<string, () => Promise<{ default: Command }>>>;
  /** Names under which scheduled commands record their last success (`recordCommandSuccess`). */
  watchedCommands?: readonly string[];
  /** Indexes and counts for long lists of migrated tables. */
  tableHints?: Readonly<Record<string, ListQueryHints>>;
  /** Migrated tables with triggers that refuse deletes, for a restore. */
  appendOnlyTables?: readonly string[];
  /** Migrated tables that the search for unused files skips. */
  tablesWithoutFiles?: readonly string[];
  /** Revokes the app's own access tokens together with the sessions. */
  endAccess?(db: Db, accountId: string): Promise<void>;
  /**
   * Removes the ways to prove an identity besides the password that were added since then (ms since 1970): links with
   * accounts of other systems, second factors. Runs when an account is deleted, too.
   */
  unlinkAccount?(db: Db, accountId: string, since: number): Promise<void>;
  /**
   * Deletes what it stores about records, in the transaction that deletes them for good: by a person, along with others,
   * or by the end of their days in the trash.
   */
  afterErase?(db: Db, recordIds: readonly string[]): Promise<void>;
  /** Runs in the transaction of each notification, to send it by further ways. */
  afterNotify?(
    context: { db: Db; config: Config },
    accountIds: readonly string[],
    notification: NotificationInput,
  ): Promise<void>;
  /** Origins of other hosts that the browser asks, for the page's policy. */
  connectSources?(config: Config): readonly string[];
  /** Resources without personal data: their reads do not wait for their activity entry. */
  nonPersonalResources?: readonly string[];
  /** Column with a record's name, by migrated table, for lists of activity. */
  nameColumns?: Readonly<Record<string, string>>;
  /** Finds ids of related records about the same person; a search for its activity covers them too. */
  findRelatedIds?(services: Services, id: string): Promise<string[]>;
  /** Runs in each transaction after all hooks, with the changes of all collections. What it throws rolls back. */
  afterChanges?(context: AfterChangesContext): void | Promise<void>;
  /**
   * Runs last in each transaction of records, once, with all its changes and after what follows from them. It writes
   * to tables of its owner and to the outbox, no records. What it throws rolls back.
   */
  beforeCommit?(context: CommitContext): Promise<void>;
  /** Finds the original name of an upload, by resource. */
  fileNames?: Readonly<Record<string, (db: Db, recordId: string, path: string) => Promise<string | undefined>>>;
}

/** The one list of an app and the frame, as it was before each owner had its own. It never changes. */
export interface FormerMigrations {
  /** Loads the list, which databases of that time run to its end. It has all six steps of the frame. */
  load(kind: DatabaseKind): Promise<Readonly<Record<string, Migration>>>;
  /** Names of the app's `migrations` whose tables the list makes. */
  covers: readonly string[];
}

/** Parts of an app only. */
interface AppParts {
  accounts?: AccountParts;
  /** Further features, announced at sign-in. */
  features?: readonly string[];
  /** Plug-ins from `defineServerPlugin`. */
  plugins?: readonly ServerPlugin[];
  /** Reads the app's variables (`readVariables`). May throw a ConfigError. */
  settings?(env: Environment, config: FrameConfig): Partial<AppConfig>;
  demo?: Demo;
  /** For an app that had migrations before the frame and plug-ins had their own. */
  formerMigrations?: FormerMigrations;
  /** Tables kept by triggers, which copies of a database omit. */
  derivedTables?: RegExp;
  /** Returns the record of a notification, for its activity entry. */
  getNotificationRecordId?(row: NotificationRow): string | null;
}

/** The server half of a plug-in. */
export interface ServerPlugin extends SharedParts, AppPluginParts {
  plugin: Plugin;
  /** Texts that only the server uses, besides those of the plug-in. */
  texts?: PluginTexts;
  /** Schema of its variables, added to the config in camel case: METRICS_TOKEN as `metricsToken`. */
  settings?: z.ZodObject;
  /** Checks its variables together with others, at the start and in commands. May throw an EnvironmentError. */
  checkSettings?(config: Config): void;
  /** Checks resources with the jobs of this server, at the start and in its plan. May throw a ConfigError. */
  checkParts?(parts: { resources: readonly AnyResource[]; jobs: readonly Job[] }): void;
  /** Creates the log that receives an entry of each operation. One plug-in at most has it. */
  activityLog?(config: Config, store: Store): ActivityLog;
  /** Names of its migrations whose tables the frame or the app had before. They tolerate tables that are there. */
  takesOver?: readonly string[];
  /** Creates an address that opens a record without sign-in, for messages. Undefined if the resource has no such link. */
  createLinkAddress?(
    config: Config,
    link: { resource: AnyResource; link: string; recordId: string },
  ): string | undefined;
  /**
   * Label of a way to sign in besides passwords; undefined if this config does not offer it. The sign-in page links
   * `/api/v1/auth/{plug-in}/start`, a route of this half, and the browser half completes it (`finishSignIn`).
   */
  signInMethod?(config: Config): string | undefined;
  /** Asked by every sign-in before it opens a session. The browser half draws the step (`signInStep`). */
  signInStep?: SignInStep;
  /** The browser half asks for it (`identityProof`). */
  identityProof?: IdentityProof;
  /** Tokens of programs, which make calls without a session. */
  bearer?: BearerTokens;
  /** Fields that it adds to calls of others, by their names: to bodies and to the data of replies. */
  callFields?: Readonly<Record<string, { body?: z.ZodObject; data?: z.ZodObject }>>;
}

declare module './parts.ts' {
  interface ServerParts extends SharedParts, AppParts {}
}
