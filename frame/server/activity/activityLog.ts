import type { Transaction } from 'kysely';
import type { ActivityOperation } from '../../wire/activityOperations.ts';
import type { Config } from '../config.ts';
import type { Schema } from '../db/databaseSchema.ts';
import type { Store } from '../db/openDatabase.ts';
import type { ServerParts } from '../parts.ts';

/** An operation on a resource: of a request, a call or a record. */
export interface Activity {
  operation: ActivityOperation;
  resource: string;
  /** The named action of a change. */
  action?: string;
}

/** An operation that ran or was refused; `at` in ms. `details` never holds values of records. */
export interface ActivityEntry extends Pick<Activity, 'operation' | 'resource'> {
  at: number;
  /** Null if nobody was signed in. */
  accountId: string | null;
  recordId: string | null;
  address: string;
  details: Record<string, unknown>;
  /** Ids of the records that a list disclosed. */
  ids?: readonly string[] | undefined;
}

/** Receives an entry of each operation. A plug-in fills it. */
export interface ActivityLog {
  /** Writes entries of changes in their transaction: what it throws rolls back. Call it last. */
  append(db: Transaction<Schema>, entries: Iterable<ActivityEntry>): Promise<void>;
  /** Resolves once the entry is written. */
  write(entry: ActivityEntry): Promise<void>;
  /** Waits a moment for further entries. For requests that do not wait for their entry. */
  writeSoon(entry: ActivityEntry): Promise<void>;
  /** Writes entries that wait. */
  flush(): Promise<void>;
}

const nothing = async () => {};
const noLog: ActivityLog = { append: nothing, write: nothing, writeSoon: nothing, flush: nothing };

/** Creates the log of the plug-in that has one. Without such a plug-in, the log does nothing. */
export const createActivityLog = (config: Config, store: Store): ActivityLog =>
  config.app.plugins?.find(({ activityLog }) => activityLog)?.activityLog?.(config, store) ?? noLog;

const READS: readonly ActivityOperation[] = ['read', 'list', 'export'];

/** True for operations that change nothing. */
export const isRead = ({ operation }: Activity): boolean => READS.includes(operation);

/** Resources of the frame without personal data. */
const WITHOUT_PERSONAL_DATA: readonly string[] = ['profile', 'password', 'settings', 'session'];

/** True if reads may disclose personal data and must wait for their entry. Default for collections: true. */
export const holdsPersonalData = (app: ServerParts, resource: string): boolean =>
  !WITHOUT_PERSONAL_DATA.includes(resource) && !app.nonPersonalResources?.includes(resource);
