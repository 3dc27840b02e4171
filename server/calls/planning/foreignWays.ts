import type { SlotSearch } from '../../plan/findSlots.ts';
import type { PlannedVisit, PlanRules } from '../../plan/planRules.ts';
import type { TravelMinutes } from '../../plan/travelTimes.ts';
import { listZips } from '../../plan/zipCodes.ts';

/** The first three digits of a ZIP code, which HIPAA does not count as identifying (45 CFR 164.514(b)(2)(i)(B)). */
const toArea = (zip: string) => zip.slice(0, 3);

const longest = new WeakMap<TravelMinutes, Map<string, number>>();

/** Returns the longest way between any two ZIP codes of two areas. */
function findLongestWay({ travel }: PlanRules, from: string, to: string): number {
  const known = longest.get(travel) ?? new Map<string, number>();
  longest.set(travel, known);
  const key = [from, to].toSorted().join(' ');
  const ways = () => listZips(from).flatMap((zip) => listZips(to).map((other) => travel(zip, other)));
  const found = known.get(key) ?? ways().reduce((most, way) => Math.max(most, way), 0);
  known.set(key, found);
  return found;
}

/**
 * Returns a search in which the ways to visits of other laboratories are as long as they can be between the areas of both
 * ZIP codes: its times hold, and do not tell where these visits are.
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
