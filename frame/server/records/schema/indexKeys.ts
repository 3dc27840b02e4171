import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { normalizeKey } from '../../accounts/accountRows.ts';
import { toSearchKey } from '../../db/searchKey.ts';
import type { Column } from './collection.ts';

/** Texts sort by their first 200 letters: PostgreSQL's indexes hold no long ones. */
export const getIndexExpression = ({ keyColumn, valueColumn }: Column): RawBuilder<unknown> =>
  keyColumn ? sql`substr(${sql.ref(keyColumn)}, 1, 200)` : sql`${sql.ref(valueColumn)}`;

/** What a unique value is compared by: texts without case; long ones by their hash, for the index's sake. */
export function toUniqueKey(stored: unknown): string | null {
  if (stored === null || stored === undefined) return null;
  const key = normalizeKey(String(stored));
  return key.length <= 200 ? key : createHash('sha256').update(key).digest('hex');
}

/** What the index of a text holds of it (see sortsBy). */
export const toIndexKey = (text: string) => [...toSearchKey(text)].slice(0, 200).join('');
