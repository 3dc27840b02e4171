import type { AnyRecord } from 'portal-frame';

/** Sorts by time and marks the earliest pending visit that is not past as `next`. */
export function sortVisits(records: readonly AnyRecord[], now = Date.now()): AnyRecord[] {
  const timeOf = ({ appointmentDateTime }: AnyRecord) => Date.parse(String(appointmentDateTime)) || 0;
  const sorted = records.toSorted((a, b) => timeOf(a) - timeOf(b));
  const next = sorted.find((record) => record.status === 'Pending' && timeOf(record) >= now);
  return sorted.map((record) => (record === next ? { ...record, next: true } : record));
}
