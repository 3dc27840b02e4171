import { sql } from 'kysely';
import { type Db, isSqlite, toSearchKey } from 'portal-frame/server/database';
import type { Owner } from './appointments.ts';
import type { AppointmentRow } from './schema.ts';
import { ownerWord, POSTGRES_WORDS } from './wordsSchema.ts';

const MOST_ROWS = 200;
const MOST_WORDS = 8;
const LONGEST = 60;

const two = (part: string) => part.padStart(2, '0');
/** Converts 5/6/1941 (month first, if possible) and 1941-05-06 to the digits in the index. */
const withDates = (text: string) =>
  text
    .replace(/\b(\d{1,2})[/.](\d{1,2})[/.](\d{4})\b/g, (_, a: string, b: string, year: string) =>
      Number(a) > 12 ? year + two(b) + two(a) : year + two(a) + two(b),
    )
    .replace(
      /\b(\d{4})-(\d{1,2})-(\d{1,2})\b/g,
      (_, year: string, month: string, day: string) => year + two(month) + two(day),
    );
/** Shorter numbers are not phone numbers. */
const LEAST_DIGITS = 7;

/** Reduces phone numbers to their digits. */
const withPhones = (text: string) =>
  text.replace(/[\d+(][\d\s().\-/]*/g, (number) => {
    const digits = number.replace(/\D/g, '');
    if (digits.length < LEAST_DIGITS) return number;
    return `${digits.replace(/^1(?=\d{10}$)/, '')} `;
  });

/** Splits a typed text into words as they are in the index. */
export const wordsOf = (text: string): string[] =>
  withPhones(withDates(toSearchKey(text)))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)
    .map((word) => word.slice(0, LONGEST));

/** Finds the newest appointments in whose text each of these words begins a word; only the owner's, if there is one. */
export async function findAppointments(
  db: Db,
  words: readonly string[],
  owner: Owner | undefined,
): Promise<AppointmentRow[]> {
  if (words.length === 0) return [];
  const own = owner && ownerWord(owner.column, owner.id);
  const ids = isSqlite(db) ? inSqlite(words, own) : inPostgres(words, own);
  let query = db.selectFrom('appointments').selectAll().where('id', 'in', ids);
  if (owner) query = query.where(owner.column, '=', owner.id);
  return query.orderBy('scheduled_at', 'desc').orderBy('id', 'desc').execute();
}

/** Words consist of letters and digits, so they need no escaping. */
function inSqlite(words: readonly string[], own: string | undefined) {
  const match = [...words.map((word) => `"${word}"*`), ...(own ? [`"${own}"`] : [])].join(' AND ');
  return sql<string>`(select w.id from appointment_words w where w.docid in (select rowid from appointment_find
    where appointment_find match ${match} order by rowid desc limit ${sql.lit(MOST_ROWS)}))`;
}

function inPostgres(words: readonly string[], own: string | undefined) {
  const match = [...words.map((word) => `'${word}':*`), ...(own ? [`'${own}'`] : [])].join(' & ');
  return sql<string>`(with found as materialized (select id from appointments
    where ${sql.raw(POSTGRES_WORDS)} @@ ${match}::tsquery)
    select id from found order by id desc limit ${sql.lit(MOST_ROWS)})`;
}
