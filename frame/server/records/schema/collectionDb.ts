import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../../db/databaseSchema.ts';
import type { Store } from '../../db/openDatabase.ts';

/** A row of a collection's table, its columns as the plan names them. */
export type Row = Record<string, unknown> & { id: string; version: number };
/** The collections' tables; their names and columns come from configs, so types know no more of them. */
export type CollectionDb = Kysely<Record<string, Row>> | Transaction<Record<string, Row>>;

export const collectionDb = (db: Store['db'] | CollectionDb) => db as unknown as Kysely<Record<string, Row>>;

/** The same transaction, for the tables whose columns the types know. */
export const schemaDb = (db: CollectionDb) => db as unknown as Transaction<Schema>;
