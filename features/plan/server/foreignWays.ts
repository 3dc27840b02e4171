import type { SlotSearch } from './findSlots.ts';
import type { PlannedVisit, PlanRules } from './planRules.ts';
import { DEFAULT_SPEED, measureMiles, type TravelMinutes, UNKNOWN_MINUTES } from './travelTimes.ts';
import { listZips } from './zipCodes.ts';

/** The first three digits of a ZIP code, which HIPAA does not count as identifying (45 CFR 164.514(b)(2)(i)(B)). */
const toArea = (zip: string) => zip.slice(0, 3);

const longest = new WeakMap<PlanRules['findPlace'], Map<string, number>>();

/** Returns the minutes of the longest way between any two ZIP codes of two areas. */
function findLongestWay({ findPlace, findZone }: PlanRules, from: string, to: string): number {
  const known = longest.get(findPlace) ?? new Map<string, number>();
  longest.set(findPlace, known);
  const key = [from, to].toSorted().join(' ');
  const found = known.get(key);
  if (found !== undefined) return found;
  const listPlaces = (area: string) =>
    listZips(area).flatMap((zip) => {
      const place = findPlace(zip);
      return place ? [{ place, speed: findZone(zip)?.speed ?? DEFAULT_SPEED }] : [];
    });
  let hours = 0;
  const others = listPlaces(to);
  for (const { place, speed } of listPlaces(from))
    for (const other of others)
      hours = Math.max(hours, measureMiles(place, other.place) / Math.min(speed, other.speed));
  const minutes = Math.max(UNKNOWN_MINUTES, Math.ceil(hours * 60));
  known.set(key, minutes);
  return minutes;
}

/**
 * Returns a search for a laboratory. Ways to visits of others are as long as they can be between the areas of both ZIP
 * codes. So its times hold, and do not tell where these visits are.
 */
export function withForeignWays({ rules, near, ...search }: SlotSearch): SlotSearch {
  const { laboratory } = search.visit;
  const hide = (other: PlannedVisit): PlannedVisit =>
    other.laboratory === laboratory ? other : { ...other, zip: `${other.zip} foreign`, needs: undefined };
  const travel: TravelMinutes = (from, to) => {
    const [zip = '', foreign] = to.split(' ');
    const way = rules.travel(from, zip);
    return foreign ? Math.max(way, findLongestWay(rules, toArea(from), toArea(zip))) : way;
  };
  return { ...search, rules: { ...rules, travel }, near: (employee, at) => near(employee, at).map(hide) };
}
