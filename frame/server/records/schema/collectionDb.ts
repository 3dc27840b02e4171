import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../../db/databaseSchema.ts';
import type { Store } from '../../db/openDatabase.ts';

export type CollectionRow = Record<string, unknown> & { id: string; version: number };
/** The tables of collections. Their names and columns come from configs, so they have no static types. */
export type CollectionDb = Kysely<Record<string, CollectionRow>> | Transaction<Record<string, CollectionRow>>;

export const toCollectionDb = (db: Store['db'] | CollectionDb) =>
  db as unknown as Kysely<Record<string, CollectionRow>>;

/** The same connection, typed for the frame's tables. */
export const toSchemaDb = (db: CollectionDb) => db as unknown as Transaction<Schema>;
