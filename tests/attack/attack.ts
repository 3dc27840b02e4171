import { assignment } from './assignment.ts';
import { floods } from './floods.ts';
import { hostile } from './hostile.ts';
import { markup } from './markup.ts';
import { owners } from './owners.ts';
import { places } from './places.ts';
import { rights } from './rights.ts';
import { type Row, tally } from './tally.ts';
import { openTarget, type Target } from './target.ts';
import { uploads } from './uploads.ts';

export interface Size {
  /** Hostile requests per call and role. */
  runs: number;
  /** Tries one of this many cases; 1 for all. */
  part: number;
}

/** Every change has its version, its history and its audit entry, whatever was answered. */
async function recorded(target: Target): Promise<Row> {
  const row = tally('Changes without history or audit entry');
  await target.checkRecorded(row);
  return row;
}

export async function attack({ runs, part }: Size, report: (row: Row) => void = () => {}): Promise<Row[]> {
  const target = await openTarget();
  const rows: Row[] = [];
  const parts = [
    () => rights(target, part),
    () => owners(target, part),
    () => assignment(target, part),
    () => hostile(target, runs, part),
    () => uploads(target, part),
    () => markup(target),
    () => places(target),
    () => floods(target, part),
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
