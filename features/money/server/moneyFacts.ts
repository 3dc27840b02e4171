import type { AfterChangesContext } from 'portal-frame/server';
import { type Db, findCollection, findStoredRecords } from 'portal-frame/server/database';
import { findTrips, type Trip } from '../../mileage/server/tripShares.ts';
import { type FindSubjects, getFurtherFacts, type Subjects } from './ledgerParts.ts';
import { settleVisits } from './settleVisits.ts';

type Values = Parameters<FindSubjects>[1];

const ofVisit = (_: string, { appointment }: Values) => ({ visits: [appointment] });
const isVisit = (id: string) => ({ visits: [id] });

/**
 * The facts that amounts are computed from, by collection: any change of a record settles the visits that it was about
 * and is about. Visit reports are no collection; their call settles. Prices and rates of pay are rules, and one may
 * concern thousands of visits: the checklist and the closing of a month settle what they change.
 */
export const MONEY_FACTS = {
  appointments: isVisit,
  archive: isVisit,
  testOrders: ofVisit,
  drawnTubes: (_, { testOrder }) => ({ orders: [testOrder] }),
  trips: (_, { visits }) => ({ visits: (visits ?? []) as readonly unknown[] }),
  visitNeeds: ofVisit,
} satisfies Record<string, FindSubjects>;

type Facts = Readonly<Record<string, FindSubjects>>;
/** Returns the facts of all features. */
export const getMoneyFacts = (context: Pick<AfterChangesContext, 'services'>): Facts => ({
  ...MONEY_FACTS,
  ...getFurtherFacts(context),
});

/** Reads the values of records that changed along with others; those that were deleted have none. */
async function readAlsoChanged({ db, services, alsoChanged }: AfterChangesContext, facts: Facts) {
  const found: { resource: string; id: string; values: Values }[] = [];
  const kept = alsoChanged.filter(({ operation }) => operation !== 'delete');
  for (const [resource, some] of Map.groupBy(kept, (one) => one.resource)) {
    if (!Object.hasOwn(facts, resource)) continue;
    const ids = some.flatMap(({ recordId }) => recordId ?? []);
    const stored = await findStoredRecords(db as unknown as Db, findCollection(services, resource), ids);
    found.push(...stored.map((values) => ({ resource, id: values.id, values })));
  }
  return found;
}

/** Finds the trips of the employees and days of changed trips: what a trip may claim depends on the others of its day. */
function findTripsOfDays(context: AfterChangesContext): Promise<Trip[]> {
  const changed = context.changes.filter(({ resource }) => resource === 'trips');
  const days = changed.flatMap(({ before, values }) => [before ?? values, values]);
  return days.length === 0
    ? Promise.resolve([])
    : findTrips(context, { or: days.map(({ employee, day }) => ({ employee, day })) });
}

/** Settles the visits that changed facts are about. */
export async function settleChanges(context: AfterChangesContext): Promise<void> {
  const facts = getMoneyFacts(context);
  const changed = context.changes.flatMap(({ resource, operation, id, before, values }) => {
    // A new visit that is open has nothing to settle.
    const isOpen = operation === 'create' && resource === 'appointments' && values.status === 'Pending';
    return Object.hasOwn(facts, resource) && !isOpen
      ? [before ?? values, values].map((one) => ({ resource, id, values: one }))
      : [];
  });
  const subjects = [...changed, ...(await readAlsoChanged(context, facts))].map(
    ({ resource, id, values }): Subjects => facts[resource]?.(id, values) ?? {},
  );
  const collect = (name: keyof Subjects) => [
    ...new Set(subjects.flatMap((one) => one[name] ?? []).filter((id) => typeof id === 'string')),
  ];
  const { services } = context;
  const db = context.db as unknown as Db;
  const orders = await findStoredRecords(db, findCollection(services, 'testOrders'), collect('orders'));
  const trips = [
    ...(await findStoredRecords(db, findCollection(services, 'trips'), collect('trips'))),
    ...(await findTripsOfDays(context)),
  ];
  const visits = new Set([
    ...collect('visits'),
    ...orders.map(({ appointment }) => String(appointment)),
    ...trips.flatMap((trip) => (trip.visits ?? []).flatMap((id) => id ?? [])),
  ]);
  if (visits.size > 0) await settleVisits(context, [...visits]);
}
