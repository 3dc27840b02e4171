import type { BookingRules } from '../../../server/calls/planning/bookingRules.ts';
import { loadPlanRules } from './loadPlanRules.ts';
import { measureRoute } from './travelTimes.ts';

/** Prepares the lengths of routes: great circles between ZIP codes, as in the plan. */
export const loadRoutes: BookingRules['loadRoutes'] = async (services) => {
  const { employees, findPlace } = await loadPlanRules(services);
  return (employee, zips, back = false) => {
    const start = employees.get(employee)?.startZip ?? '';
    const stops = [...(start ? [start] : []), ...zips].map(findPlace);
    const places = stops.filter((place) => place !== undefined);
    const hasPlaces = places.length === stops.length;
    return {
      miles: measureRoute([...places, ...(back ? places.slice(0, 1) : [])]),
      ...{ hasPlaces, isKnown: hasPlaces && start !== '' },
    };
  };
};
