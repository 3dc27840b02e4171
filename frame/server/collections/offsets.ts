import { IANAZone } from 'luxon';
import type { CollectionDb } from './db.ts';
import { bringUp } from './derived.ts';

/** By how much the business time zone is ahead of UTC, in milliseconds, from when on: what triggers know a moment's day by. */
export const OFFSETS = 'x_offsets';
/** The moments between which days are known; others are read from the records. */
export const FIRST_DAY = Date.UTC(1970, 0, 2);
export const LAST_DAY = Date.UTC(2070, 0, 1);

/** Offsets change less often, and on the quarter of an hour. */
const STEP = 14 * 86_400_000;
const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;

function offsetsOf(name: string): [since: number, shift: number][] {
  const zone = IANAZone.create(name);
  const shiftAt = (moment: number) => Math.round(zone.offset(moment) * MINUTE);
  const start = FIRST_DAY - STEP;
  let before = shiftAt(start);
  const found: [number, number][] = [[start, before]];
  for (let from = start; from < LAST_DAY; from += STEP) {
    let [least, most] = [from, from + STEP];
    const after = shiftAt(most);
    if (before === after) continue;
    while (most - least > QUARTER) {
      const middle = least + Math.floor((most - least) / QUARTER / 2) * QUARTER;
      if (shiftAt(middle) === before) least = middle;
      else most = middle;
    }
    found.push([most, after]);
    before = after;
  }
  return found;
}

const cache = new Map<string, string>();

/** Brings the table up to a zone. */
export async function makeOffsets(db: CollectionDb, zone: string): Promise<void> {
  const rows =
    cache.get(zone) ??
    offsetsOf(zone)
      .map((one) => `(${one.join(', ')})`)
      .join(', ');
  cache.set(zone, rows);
  const make = [
    `create table ${OFFSETS} (since bigint primary key, shift bigint not null)`,
    `insert into ${OFFSETS} (since, shift) values ${rows}`,
  ];
  await bringUp(db, OFFSETS, { drop: [`drop table if exists ${OFFSETS}`], make });
}
