import { getToday, type RecordsContext } from 'portal-frame/server';
import type { Db } from 'portal-frame/server/database';
import { addDays } from 'portal-frame/wire';
import { loadRoutes, type MeasureRoute } from '../../../server/calls/planning/bookingRules.ts';
import { appointmentsById } from '../../../server/store/appointments.ts';
import type { AppointmentRow } from '../../../server/store/schema.ts';
import { readZip } from '../../../src/wire/appointments/zipCode.ts';
import { findTrips, listSharers, type Trip } from '../../mileage/server/tripShares.ts';
import type { ReportedFacts } from '../../money/server/ledgerParts.ts';
import type { Claim } from './holds.ts';

/** Roads are longer than great circles, and people drive out and back. */
const ROAD_FACTOR = 2;
/** Miles of a day beyond its known routes: to park, to a laboratory, around a closed road. */
const SPARE_MILES = 40;
/** The same if the route of a trip is not known, as there is no start or an address has no known ZIP code. */
const UNKNOWN_MILES = 150;

type Rows = ReadonlyMap<string, AppointmentRow>;

const listRows = ({ visits }: Trip, rows: Rows) => (visits ?? []).flatMap((id) => (id && rows.get(id)) || []);

/** Measures a trip from the employee's start through its visits and back, as far as places are known. */
function measureTrip(trip: Trip, rows: Rows, measure: MeasureRoute): ReturnType<MeasureRoute> {
  const sorted = listRows(trip, rows).toSorted((one, other) => one.scheduled_at - other.scheduled_at);
  return measure(
    trip.employee,
    sorted.map(({ address }) => readZip(address)),
    true,
  );
}

/** Reads the trips that the plausibility of these depends on: of the same visits, or employee and day. */
async function findRelated(context: RecordsContext, trips: readonly Trip[]): Promise<Trip[]> {
  const visits = trips.flatMap((trip) => (trip.visits ?? []).flatMap((id) => id ?? []));
  const employee = [...new Set(trips.map((trip) => trip.employee))];
  const day = [...new Set(trips.map((trip) => trip.day))];
  return findTrips(context, { or: [{ visits: { in: [...new Set(visits)] } }, { employee, day }] });
}

/**
 * Reads miles of trips, with those held that are not of the day of their visits, repeat another trip, or are longer
 * than their routes allow.
 */
export async function findTripClaims(context: RecordsContext, { trips }: ReportedFacts): Promise<Claim[]> {
  if (trips.length === 0) return [];
  const { services, transaction } = context;
  const { timeZone } = services.config;
  const db: Db = transaction?.db ?? services.db;
  const related = await findRelated(context, trips);
  const ids = new Set(related.flatMap(({ visits }) => (visits ?? []).flatMap((id) => id ?? [])));
  const rows = new Map((await appointmentsById(db, [...ids])).map((row) => [row.id, row]));
  const measure = await loadRoutes({ ...services, db });
  const routes = new Map(related.map((trip) => [trip.id, measureTrip(trip, rows, measure)]));
  return trips.flatMap((trip) => {
    const place = related.findIndex(({ id }) => id === trip.id);
    const earlier = related.slice(0, Math.max(0, place));
    const own = listRows(trip, rows);
    const days = own.map(({ scheduled_at: at }) => getToday(timeZone, at));
    const [first] = own;
    if (!first) return [];
    // Trips of a night have visits on two days.
    const near = [addDays(trip.day, -1), trip.day, addDays(trip.day, 1)];
    const isOfDay = days.includes(trip.day) && days.every((day) => near.includes(day));
    const isRepeated = earlier.some(({ visits }) => visits?.some((id) => id && trip.visits?.includes(id)));
    const sameDay = earlier.filter(({ employee, day }) => employee === trip.employee && day === trip.day);
    const before = sameDay.reduce((sum, { miles }) => sum + (miles ?? 0), 0);
    const driven = [...sameDay, trip].map(({ id }) => routes.get(id) ?? { miles: 0, isKnown: false });
    const spare = driven.every(({ isKnown }) => isKnown) ? SPARE_MILES : UNKNOWN_MILES;
    const allowed = driven.reduce((sum, { miles }) => sum + miles * ROAD_FACTOR, spare) - before;
    const claimed = trip.miles ?? 0;
    const cause = !isOfDay ? 'otherDay' : isRepeated ? 'repeated' : claimed > allowed ? 'tooFar' : undefined;
    const day = getToday(timeZone, first.scheduled_at);
    const content = [trip.employee, trip.day, claimed, listSharers(trip)];
    const subject = { visit: first.id, trip: trip.id, employee: trip.employee, kind: 'miles', day } as const;
    return { ...subject, claimed, expected: Math.max(0, Math.round(allowed)), cause, content };
  });
}
