import type { Services } from 'portal-frame/server';
import { type Db, findStoredRecords, type StoredRecord } from 'portal-frame/server/database';
import type { AppointmentRow } from '../../../server/store/schema.ts';
import { findOrderCollections } from './orderCollections.ts';
import { type PlannedTest, type PlannedTube, planTubes, type TubeKind } from './tubePlan.ts';

export type OrderServices = Pick<Services, 'collections'> & { db: Db };

export const toText = (value: unknown): string => (typeof value === 'string' ? value : '');
const unique = (ids: readonly string[]) => [...new Set(ids)];

const toTubeKind = ({ additive, minimum, ...one }: StoredRecord<'tubeKinds'>): TubeKind => ({
  ...one,
  additive: additive ?? '',
  minimum: minimum ?? 0,
});

export interface PlannedOrder {
  order: StoredRecord<'testOrders'>;
  row: AppointmentRow;
  tests: StoredRecord<'tests'>[];
  /** In the order of draw. */
  tubes: PlannedTube[];
  /** In the order of drawing. */
  drawn: StoredRecord<'drawnTubes'>[];
}

type Sources = NonNullable<ReturnType<typeof findOrderCollections>>;

/** Loads tests by their ids, and returns a function that plans the tubes of some of them for a laboratory. */
async function loadTests({ db }: OrderServices, places: Sources, ids: readonly string[]) {
  const tests = await findStoredRecords(db, places.tests, unique(ids));
  const kinds = await findStoredRecords(db, places.tubeKinds, unique(tests.map((one) => one.tubeKind)));
  const stated = await findStoredRecords(
    db,
    places.stabilities,
    tests.map(({ id }) => id),
    'test',
  );
  const test = new Map(tests.map((one) => [one.id, one]));
  const kind = new Map(kinds.map((one) => [one.id, toTubeKind(one)]));
  const stability = new Map(stated.map((one) => [`${one.test} ${one.laboratory}`, one]));
  return (some: readonly string[], laboratory: string): Pick<PlannedOrder, 'tests' | 'tubes'> => {
    const own = some.flatMap((id) => test.get(id) ?? []);
    const requested = own.flatMap(({ id, name, volume, ownTube, tubeKind }): PlannedTest[] => {
      const of = kind.get(tubeKind);
      if (!of) return [];
      const common = { id, name, volume, ownTube: ownTube === true };
      return [{ ...common, kind: of, laboratory, stability: stability.get(`${id} ${laboratory}`) ?? null }];
    });
    return { tests: own, tubes: planTubes(requested) };
  };
}

/** Plans the tests of a visit that is not booked yet. */
export async function planTests(
  services: OrderServices,
  tests: readonly string[],
  laboratory: string | null,
): Promise<Pick<PlannedOrder, 'tests' | 'tubes'>> {
  const places = findOrderCollections(services);
  if (!places || tests.length === 0) return { tests: [], tubes: [] };
  return (await loadTests(services, places, tests))(tests, laboratory ?? '');
}

/** Loads the orders of appointments with the tubes to draw, in five queries. */
export async function planOrders(
  services: OrderServices,
  appointments: readonly AppointmentRow[],
): Promise<PlannedOrder[]> {
  const places = findOrderCollections(services);
  if (!places) return [];
  const byId = new Map(appointments.map((row) => [row.id, row]));
  const orders = await findStoredRecords(services.db, places.testOrders, [...byId.keys()], 'appointment');
  const plan = await loadTests(
    services,
    places,
    orders.flatMap((one) => one.tests ?? []),
  );
  const drawn = await findStoredRecords(
    services.db,
    places.drawnTubes,
    orders.map(({ id }) => id),
    'testOrder',
  );
  const drawnFor = Map.groupBy(
    drawn.toSorted((a, b) => a.drawnAt.localeCompare(b.drawnAt) || a.id.localeCompare(b.id)),
    ({ testOrder }) => testOrder,
  );
  return orders.map((order) => {
    const row = byId.get(order.appointment) as AppointmentRow;
    const planned = plan(order.tests ?? [], row.laboratory_id ?? '');
    return { order, row, ...planned, drawn: drawnFor.get(order.id) ?? [] };
  });
}
