import type { Services } from 'portal-frame/server';
import { selectAccounts } from 'portal-frame/server/accounts';
import { findAudience } from 'portal-frame/server/collections';
import { type Collection, type CollectionRow, type Db, toSearchKey } from 'portal-frame/server/database';
import type { Person } from '../commentConfig.ts';

/** People that a mention offers at a time. */
const MAX_OFFERED = 8;

/** Finds the people who see a record, by name: active accounts that sign in. With `ids`, only those of these. */
export async function findReaders(
  { app: { roles } }: Pick<Services, 'app'>,
  db: Db,
  collection: Collection,
  row: CollectionRow,
): Promise<Person[]> {
  const audience = await findAudience(db, collection, row);
  const accounts = await selectAccounts(db)
    .where('is_active', '=', 1)
    .where((eb) => eb.or([eb('role', 'in', audience as never[]), eb('id', 'in', audience)]))
    .select(['id', 'full_name as name', 'role'])
    .orderBy('full_name')
    .execute();
  return accounts.filter(({ role }) => roles.hasSignIn(role));
}

/** Picks the people whose name has a word that begins with the text. */
export function pickReaders(readers: readonly Person[], text: string): Person[] {
  const key = toSearchKey(text);
  const fits = ({ name }: Person) => ` ${toSearchKey(name)}`.includes(` ${key}`);
  return readers.filter(fits).slice(0, MAX_OFFERED);
}

/** Finds people by id, also those who are gone. */
export async function findPeople(db: Db, ids: readonly string[]): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map();
  const query = db.selectFrom('accounts').where('id', 'in', [...new Set(ids)]);
  const people = await query.select(['id', 'full_name as name', 'role']).execute();
  return new Map(people.map((one) => [one.id, one]));
}
