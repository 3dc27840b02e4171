import { sql } from 'kysely';
import type { Services, TransactionContext } from 'portal-frame/server';
import { acquireLock, type Db, splitIntoBatches, toSearchKey } from 'portal-frame/server/database';
import type { AppointmentRow } from '../store/schema.ts';
import type { Question } from './planning/bookingRules.ts';

/** Times that one query names. */
const MAX_TIMES = 500;

type Compared = Pick<
  AppointmentRow,
  'id' | 'patient_key' | 'date_of_birth' | 'laboratory_id' | 'laboratory' | 'scheduled_at' | 'status'
>;

/** The words of a name. */
const toWords = (name: string) => toSearchKey(name).split(/\s+/).join(' ');

const toKey = ({ patient_key, laboratory_id, laboratory, scheduled_at }: Compared) =>
  JSON.stringify([toWords(patient_key), laboratory_id ?? laboratory, scheduled_at]);

/** Namesakes have other birth dates. */
const isBirthDate = (one: string | null | undefined, other: string | null | undefined) =>
  !one || !other || one === other;

const isNamesake = (one: Compared, other: Compared) => !isBirthDate(one.date_of_birth, other.date_of_birth);

interface Person {
  patientName: string;
  dateOfBirth?: string | null;
}

/** True if two persons have one name, and no different birth dates. */
export const isSamePatient = (one: Person, other: Person): boolean =>
  toWords(one.patientName) === toWords(other.patientName) && isBirthDate(one.dateOfBirth, other.dateOfBirth);

/**
 * Holds the months of these bookings' laboratories until the transaction ends, so that equal bookings wait and are then
 * found. Call it first: employees are locked later.
 */
export async function holdSameVisits({ db, services }: TransactionContext, rows: readonly Compared[]): Promise<void> {
  const toName = ({ laboratory_id, laboratory, scheduled_at }: Compared) =>
    `visits ${laboratory_id ?? laboratory} ${new Date(scheduled_at).toISOString().slice(0, -17)}`;
  for (const name of [...new Set(rows.map(toName))].toSorted())
    await acquireLock(db, services.store.kind, sql`hashtext(${name})`);
}

/**
 * Finds bookings of a patient, laboratory and time that there are already: a file or form that was sent twice. Gives the
 * earlier row of the same list, or undefined for a stored visit, by index. Cancelled visits do not count.
 */
export async function findSameVisits(
  { db }: Pick<Services, 'db'> | { db: Db },
  rows: readonly AppointmentRow[],
): Promise<Map<number, AppointmentRow | undefined>> {
  const stored: Compared[] = [];
  for (const times of splitIntoBatches([...new Set(rows.map(({ scheduled_at }) => scheduled_at))], MAX_TIMES))
    stored.push(
      ...(await db
        .selectFrom('appointments')
        .select(['id', 'patient_key', 'date_of_birth', 'laboratory_id', 'laboratory', 'scheduled_at', 'status'])
        .where('scheduled_at', 'in', times)
        .where('status', '!=', 'Rejected')
        .execute()),
    );
  const known = Map.groupBy(stored, toKey);
  const earlier = new Map<string, AppointmentRow[]>();
  const found = new Map<number, AppointmentRow | undefined>();
  for (const [at, row] of rows.entries()) {
    if (row.status === 'Rejected') continue;
    const key = toKey(row);
    const before = earlier.get(key) ?? [];
    const same = before.find((one) => !isNamesake(one, row));
    const isStored = known.get(key)?.some((one) => one.id !== row.id && !isNamesake(one, row));
    if (same || isStored) found.set(at, same);
    earlier.set(key, [...before, row]);
  }
  return found;
}

/** Asks before a visit is changed to one that is there already, or taken back beside it. Holds equal bookings. */
export async function sameQuestion(
  tx: TransactionContext,
  before: AppointmentRow,
  now: AppointmentRow,
): Promise<Question | undefined> {
  const isAsEqual =
    before.status !== 'Rejected' && toKey(before) === toKey(now) && before.date_of_birth === now.date_of_birth;
  if (isAsEqual) return undefined;
  await holdSameVisits(tx, [now]);
  return (await findSameVisits(tx, [now])).size > 0 ? { message: 'server.sameVisit', field: 'patientName' } : undefined;
}
