import type { CollectionRecord } from 'portal-frame';
import {
  type Collection,
  type CollectionRow,
  readLinks,
  toCollectionDb,
  toRecordValues,
} from 'portal-frame/internal/records';
import type { Services } from 'portal-frame/server';
import { type Db, expandJsonTexts } from 'portal-frame/server/database';
import type { AppointmentRow } from '../store/schema.ts';
import { findOrderCollections, getColumn, type NamedCollection } from './orderCollections.ts';
import { type PlannedTest, type PlannedTube, planTubes, type TubeKind } from './tubePlan.ts';

/** A record with all its fields, regardless of access. */
export type StoredRecord<N extends string> = CollectionRecord<N> & { id: string };

export type OrderServices = Pick<Services, 'collections'> & { db: Db };

/** Finds records by id, or by another field, without access checks. */
export async function findRecordsBy<N extends string>(
  { db }: { db: Db },
  collection: NamedCollection<N>,
  requested: readonly string[],
  field?: keyof CollectionRecord<N> & string,
): Promise<StoredRecord<N>[]> {
  if (requested.length === 0) return [];
  const column = field === undefined ? 'id' : getColumn(collection, field);
  const rows = await toCollectionDb(db)
    .selectFrom(collection.table)
    .selectAll()
    .where(column, 'in', expandJsonTexts(db, JSON.stringify(requested)))
    .execute();
  return toStoredRecords<N>(db, collection, rows as CollectionRow[]);
}

/** Converts rows of a collection to records. */
export async function toStoredRecords<N extends string>(
  db: Db,
  collection: Collection,
  rows: CollectionRow[],
): Promise<StoredRecord<N>[]> {
  const linked = await readLinks(toCollectionDb(db), collection, rows);
  return linked.map((row) => ({ ...toRecordValues(collection, row), id: row.id }) as StoredRecord<N>);
}

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

/** Loads the orders of appointments with the tubes to draw, in five queries. */
export async function planOrders(
  services: OrderServices,
  appointments: readonly AppointmentRow[],
): Promise<PlannedOrder[]> {
  const places = findOrderCollections(services);
  if (!places) return [];
  const byId = new Map(appointments.map((row) => [row.id, row]));
  const orders = await findRecordsBy(services, places.testOrders, [...byId.keys()], 'appointment');
  const tests = await findRecordsBy(services, places.tests, unique(orders.flatMap((one) => one.tests ?? [])));
  const kinds = await findRecordsBy(services, places.tubeKinds, unique(tests.map((one) => one.tubeKind)));
  const drawn = await findRecordsBy(
    services,
    places.drawnTubes,
    orders.map(({ id }) => id),
    'testOrder',
  );
  const drawnFor = Map.groupBy(
    drawn.toSorted((a, b) => a.drawnAt.localeCompare(b.drawnAt) || a.id.localeCompare(b.id)),
    ({ testOrder }) => testOrder,
  );
  const stated = await findRecordsBy(
    services,
    places.stabilities,
    tests.map(({ id }) => id),
    'test',
  );
  const test = new Map(tests.map((one) => [one.id, one]));
  const kind = new Map(kinds.map((one) => [one.id, toTubeKind(one)]));
  const stability = new Map(stated.map((one) => [`${one.test} ${one.laboratory}`, one]));
  return orders.map((order) => {
    const row = byId.get(order.appointment) as AppointmentRow;
    const laboratory = row.laboratory_id ?? '';
    const tests = (order.tests ?? []).flatMap((id) => test.get(id) ?? []);
    const requested = tests.flatMap(({ id, name, volume, ownTube, tubeKind }): PlannedTest[] => {
      const of = kind.get(tubeKind);
      if (!of) return [];
      const stated = stability.get(`${id} ${laboratory}`) ?? null;
      const common = { id, name, volume, ownTube: ownTube === true };
      return [{ ...common, kind: of, laboratory, stability: stated }];
    });
    return { order, row, tests: tests, tubes: planTubes(requested), drawn: drawnFor.get(order.id) ?? [] };
  });
}
