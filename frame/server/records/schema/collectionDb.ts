import type { Transaction } from 'kysely';
import type { Db, Schema } from '../../db/databaseSchema.ts';

export type CollectionRow = Record<string, unknown> & { id: string; version: number };

/** A transaction that also takes the tables of collections, whose names and columns come from configs. */
export type CollectionTransaction = Transaction<Schema & Record<string, CollectionRow>>;

/** Types the same connection for tables whose names and columns come from configs. */
export const toCollectionDb = (db: Db) => db as CollectionTransaction;
