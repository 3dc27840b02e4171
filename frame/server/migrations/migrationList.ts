import type { Migration } from 'kysely/migration';
import { operationTables } from '../db/commandRuns.ts';
import type { DatabaseKind } from '../db/openDatabase.ts';
import { serverParts } from '../parts.ts';
import { frameTables } from './frameTables.ts';

/** The steps from an empty database to today's schema, in the order of their names: the app's, or the frame's tables alone. */
export const getMigrations = (kind: DatabaseKind): Readonly<Record<string, Migration>> =>
  serverParts().migrations?.(kind) ?? { '001_frame': frameTables(kind), '002_operations': operationTables(kind) };
