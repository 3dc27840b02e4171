import { createEventLoopYield, type Services } from 'portal-frame/server';
import type { Db } from 'portal-frame/server/database';
import type { ImportedRecord } from 'portal-frame/server/import';
import { pendingTimes } from '../store/appointments.ts';
import type { AppointmentRow } from '../store/schema.ts';

/** A row that overlaps with an appointment in the database or earlier in the file. */
export interface Overlap {
  row: number;
  /** Time of the other appointment. */
  at: number;
}

/** Index of the first of the sorted times that is not before `at`. */
function firstFrom(times: readonly number[], at: number): number {
  let [from, to] = [0, times.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((times[middle] as number) < at) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Finds the overlapping bookings among new appointments, by the rules of booking.ts. */
export async function overlapsOf(
  db: Db,
  { visitMinutes }: Services['config'],
  records: readonly ImportedRecord<AppointmentRow>[],
): Promise<Overlap[]> {
  const pending = records.filter(({ record: made }) => made.status === 'Pending' && made.employee_id);
  if (visitMinutes === 0 || pending.length === 0) return [];
  const length = visitMinutes * 60_000;
  const overlaps: Overlap[] = [];
  const rest = createEventLoopYield();
  for (const [employeeId, rows] of Map.groupBy(pending, ({ record: made }) => made.employee_id as string)) {
    await rest();
    const at = rows.map(({ record: made }) => made.scheduled_at);
    const from = at.reduce((least, one) => Math.min(least, one)) - length;
    const to = at.reduce((most, one) => Math.max(most, one)) + length;
    const times = await pendingTimes(db, employeeId, { from, to });
    for (const { row, record: made } of rows) {
      const place = firstFrom(times, made.scheduled_at - length + 1);
      const other = times[place];
      if (other !== undefined && other < made.scheduled_at + length) overlaps.push({ row, at: other });
      times.splice(firstFrom(times, made.scheduled_at), 0, made.scheduled_at);
    }
  }
  return overlaps.toSorted((one, other) => one.row - other.row);
}
