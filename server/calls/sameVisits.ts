import type { Services } from 'portal-frame/server';
import { type Db, splitIntoBatches } from 'portal-frame/server/database';
import type { AppointmentRow } from '../store/schema.ts';

/** Times that one query names. */
const MAX_TIMES = 500;

type Compared = Pick<
  AppointmentRow,
  'id' | 'patient_key' | 'date_of_birth' | 'laboratory_id' | 'laboratory' | 'scheduled_at' | 'status'
>;

const toKey = ({ patient_key, laboratory_id, laboratory, scheduled_at }: Compared) =>
  JSON.stringify([patient_key, laboratory_id ?? laboratory, scheduled_at]);

/** Namesakes have other birth dates. */
const isSamePatient = (one: Compared, other: Compared) =>
  !one.date_of_birth || !other.date_of_birth || one.date_of_birth === other.date_of_birth;

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
    const same = before.find((one) => isSamePatient(one, row));
    if (same || known.get(key)?.some((one) => isSamePatient(one, row))) found.set(at, same);
    earlier.set(key, [...before, row]);
  }
  return found;
}
