import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../../db/databaseSchema.ts';
import type { Store } from '../../db/openDatabase.ts';

/** A row of a collection's table, its columns as the plan names them. */
export type CollectionRow = Record<string, unknown> & { id: string; version: number };
/** The collections' tables; their names and columns come from configs, so types know no more of them. */
export type CollectionDb = Kysely<Record<string, CollectionRow>> | Transaction<Record<string, CollectionRow>>;

export const toCollectionDb = (db: Store['db'] | CollectionDb) =>
  db as unknown as Kysely<Record<string, CollectionRow>>;

/** The same transaction, for the tables whose columns the types know. */
export const toSchemaDb = (db: CollectionDb) => db as unknown as Transaction<Schema>;
