import { IANAZone } from 'luxon';
import { bringUp } from './derived.ts';
import type { CollectionDb } from './tables.ts';

/** By how much the business time zone is ahead of UTC, in milliseconds, from when on: what triggers know a moment's day by. */
export const OFFSETS = 'x_offsets';
/** The moments between which days are known; others are read from the records. */
export const FIRST_DAY = Date.UTC(1970, 0, 2);
export const LAST_DAY = Date.UTC(2100, 0, 1);

const WEEK = 7 * 86_400_000;
const MINUTE = 60_000;

function offsetsOf(name: string): [since: number, shift: number][] {
  const zone = IANAZone.create(name);
  const shiftAt = (moment: number) => Math.round(zone.offset(moment) * MINUTE);
  const start = FIRST_DAY - WEEK;
  const found: [number, number][] = [[start, shiftAt(start)]];
  for (let from = start; from < LAST_DAY; from += WEEK) {
    let [least, most] = [from, from + WEEK];
    const [before, after] = [shiftAt(least), shiftAt(most)];
    if (before === after) continue;
    while (most - least > MINUTE) {
      const middle = least + Math.floor((most - least) / MINUTE / 2) * MINUTE;
      if (shiftAt(middle) === before) least = middle;
      else most = middle;
    }
    found.push([most, after]);
  }
  return found;
}

const known = new Map<string, string>();

/** Brings the table up to a zone. */
export async function makeOffsets(db: CollectionDb, zone: string): Promise<void> {
  const rows =
    known.get(zone) ??
    offsetsOf(zone)
      .map((one) => `(${one.join(', ')})`)
      .join(', ');
  known.set(zone, rows);
  const make = [
    `create table ${OFFSETS} (since bigint primary key, shift bigint not null)`,
    `insert into ${OFFSETS} (since, shift) values ${rows}`,
  ];
  await bringUp(db, OFFSETS, { drop: [`drop table if exists ${OFFSETS}`], make });
}
