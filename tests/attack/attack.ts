import { assignment } from './assignment.ts';
import { floods } from './floods.ts';
import { hostile } from './hostile.ts';
import { markup } from './markup.ts';
import { owners } from './owners.ts';
import { places } from './places.ts';
import { rights } from './rights.ts';
import type { Row } from './tally.ts';
import { openTarget } from './target.ts';
import { uploads } from './uploads.ts';

export interface Size {
  /** Hostile requests per call and role. */
  runs: number;
  /** Tries one of this many cases; 1 for all. */
  part: number;
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
