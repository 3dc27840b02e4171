import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { keyOf } from '../../accounts/accountRows.ts';
import { sortKey } from '../../db/normalizeText.ts';
import type { Column } from './collection.ts';

/** Texts sort by their first 200 letters: PostgreSQL's indexes hold no long ones. */
export const sortsBy = ({ key, value }: Column): RawBuilder<unknown> =>
  key ? sql`substr(${sql.ref(key)}, 1, 200)` : sql`${sql.ref(value)}`;

/** What a unique value is compared by: texts without case; long ones by their hash, for the index's sake. */
export function uniqueKey(stored: unknown): string | null {
  if (stored === null || stored === undefined) return null;
  const key = keyOf(String(stored));
  return key.length <= 200 ? key : createHash('sha256').update(key).digest('hex');
}

/** What the index of a text holds of it (see sortsBy). */
export const startKey = (text: string) => [...sortKey(text)].slice(0, 200).join('');
