import { memoize } from './memoize.ts';
import { findZipPlace, type Place } from './zipCodes.ts';

export interface Zone {
  id: string;
  name: string;
  /** ZIP codes or their first digits. */
  zips: readonly string[];
  /** Miles per hour. */
  speed: number;
}

const EARTH_RADIUS_MILES = 3958.8;
export const DEFAULT_SPEED = 20;
/** Between two addresses of one ZIP code. */
const MIN_MINUTES = 5;
/** To or from a ZIP code without a known place. */
export const UNKNOWN_MINUTES = 20;

const toRadians = (degrees: number) => (degrees * Math.PI) / 180;

/** Great-circle distance in miles. */
export function measureMiles([latitude, longitude]: Place, [otherLatitude, otherLongitude]: Place): number {
  const half = (a: number, b: number) => Math.sin(toRadians(b - a) / 2) ** 2;
  const chord =
    half(latitude, otherLatitude) +
    Math.cos(toRadians(latitude)) * Math.cos(toRadians(otherLatitude)) * half(longitude, otherLongitude);
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.sqrt(chord));
}

/** Measures a route through these places in miles. */
export const measureRoute = (places: readonly Place[]): number =>
  places.slice(1).reduce((miles, place, at) => miles + measureMiles(places[at] as Place, place), 0);

/** Creates a function that finds the zone of a ZIP code: the one that names the most of its digits. */
export function createZoneFinder(zones: readonly Zone[]): (zip: string) => Zone | undefined {
  const find = memoize((zip: string): Zone | null => {
    const length = (zone: Zone) =>
      Math.max(0, ...zone.zips.filter((one) => zip.startsWith(one)).map((one) => one.length));
    const [best] = zones.toSorted((a, b) => length(b) - length(a));
    return best && length(best) > 0 ? best : null;
  });
  return (zip) => find(zip) ?? undefined;
}

/** Minutes between two ZIP codes, rounded up. */
export type TravelMinutes = (from: string, to: string) => number;

interface TravelSources {
  zones?: readonly Zone[];
  /** Default: the centers that come with the server. */
  findPlace?: (zip: string) => Place | null | undefined;
  /** Minutes that are known better. */
  findDriving?: ((from: string, to: string) => number | undefined) | undefined;
}

/** Creates a function that computes travel by great circle, at the speed of the slower zone. */
export function createTravelMinutes({
  zones = [],
  findPlace = findZipPlace,
  findDriving,
}: TravelSources = {}): TravelMinutes {
  const known = new Map<string, Map<string, number>>();
  const findZone = createZoneFinder(zones);
  const speedIn = (zip: string) => findZone(zip)?.speed ?? DEFAULT_SPEED;
  const compute = (from: string, to: string) => {
    if (from === to) return MIN_MINUTES;
    const [start, end] = [findPlace(from), findPlace(to)];
    if (!start || !end) return UNKNOWN_MINUTES;
    const hours = measureMiles(start, end) / Math.min(speedIn(from), speedIn(to));
    return Math.max(MIN_MINUTES, Math.ceil(hours * 60));
  };
  return (from, to) => {
    const driving = from === to ? undefined : findDriving?.(from, to);
    if (driving !== undefined) return Math.max(MIN_MINUTES, driving);
    const found = known.get(from)?.get(to);
    if (found !== undefined) return found;
    const minutes = compute(from, to);
    known.set(from, (known.get(from) ?? new Map<string, number>()).set(to, minutes));
    return minutes;
  };
}
