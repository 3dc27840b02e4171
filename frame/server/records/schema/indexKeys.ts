import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { normalizeKey } from '../../accounts/accountRows.ts';
import { toSearchKey } from '../../db/searchKey.ts';
import type { Column } from './collection.ts';

/** Compiles the indexed value: of a text the first 200 letters, because PostgreSQL cannot index long ones. */
export const getIndexExpression = ({ keyColumn, valueColumn }: Column): RawBuilder<unknown> =>
  keyColumn ? sql`substr(${sql.ref(keyColumn)}, 1, 200)` : sql`${sql.ref(valueColumn)}`;

/** Converts a value to its unique key: without case, and hashed if it is too long for an index. */
export function toUniqueKey(stored: unknown): string | null {
  if (stored === null || stored === undefined) return null;
  const key = normalizeKey(String(stored));
  return key.length <= 200 ? key : createHash('sha256').update(key).digest('hex');
}

/** Converts a text to its indexed value (see `getIndexExpression`). */
export const toIndexKey = (text: string) => [...toSearchKey(text)].slice(0, 200).join('');
