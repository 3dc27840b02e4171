import { assignment } from './assignment.ts';
import { markup } from './markup.ts';
import { places } from './places.ts';
import { rights } from './rights.ts';
import { type Row, tally } from './tally.ts';
import { openTarget, type Target } from './target.ts';
import { uploads } from './uploads.ts';

/** Every change has its version, its history and its audit entry, whatever was answered. */
async function recorded(target: Target): Promise<Row> {
  const row = tally('Changes without history or audit entry');
  await target.checkRecorded(row);
  return row;
}

/** Tries one of `part` cases; 1 for all. */
export async function attack(part: number, report: (row: Row) => void = () => {}): Promise<Row[]> {
  const target = await openTarget();
  const rows: Row[] = [];
  const parts = [
    () => rights(target, part),
    () => assignment(target, part),
    () => uploads(target, part),
    () => markup(target),
    () => places(target),
    () => recorded(target),
  ];
  try {
    for (const one of parts) {
      const row = await one();
      rows.push(row);
      report(row);
    }
    return rows;
  } finally {
    await target.stop();
  }
}
