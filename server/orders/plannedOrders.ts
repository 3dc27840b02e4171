import {
  type Collection,
  type CollectionRow,
  type RecordValues,
  readLinks,
  toCollectionDb,
  toRecordValues,
} from 'portal-frame/internal/records';
import type { Services } from 'portal-frame/server';
import type { Db } from 'portal-frame/server/database';
import { CAPS, TEMPERATURES } from '../../src/wire/orderApi.ts';
import type { AppointmentRow } from '../store/schema.ts';
import { findOrderCollections, getColumn } from './orderCollections.ts';
import { type PlannedTest, type PlannedTube, planTubes, type Stability, type TubeKind } from './tubePlan.ts';

/** A record with all its fields, regardless of access. */
export type StoredRecord = RecordValues & { id: string };

export type OrderServices = Pick<Services, 'collections'> & { db: Db };

/** Finds records by id, or by another field, without access checks. */
export async function findRecordsBy(
  { db }: { db: Db },
  collection: Collection,
  requested: readonly string[],
  field?: string,
): Promise<StoredRecord[]> {
  if (requested.length === 0) return [];
  const column = field === undefined ? 'id' : getColumn(collection, field);
  const reading = toCollectionDb(db);
  const rows = await reading.selectFrom(collection.table).selectAll().where(column, 'in', requested).execute();
  const linked = await readLinks(reading, collection, rows as CollectionRow[]);
  return linked.map((row) => ({ ...toRecordValues(collection, row), id: row.id }));
}

export const toText = (value: unknown): string => (typeof value === 'string' ? value : '');
const toIds = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const unique = (ids: readonly string[]) => [...new Set(ids)];

const toTubeKind = (one: StoredRecord): TubeKind => ({
  id: one.id,
  name: toText(one.name),
  cap: CAPS.find((cap) => cap === one.cap) ?? 'other',
  additive: toText(one.additive),
  drawOrder: Number(one.drawOrder),
  volume: Number(one.volume),
  minimum: Number(one.minimum ?? 0),
});

const toStability = (one: StoredRecord): Stability => ({
  hours: Number(one.hours),
  temperature: TEMPERATURES.find((item) => item === one.temperature) ?? 'room',
  source: toText(one.source),
  statedOn: toText(one.statedOn),
});

export interface PlannedOrder {
  order: StoredRecord;
  row: AppointmentRow;
  tests: StoredRecord[];
  /** In the order of draw. */
  tubes: PlannedTube[];
  /** In the order of drawing. */
  drawn: StoredRecord[];
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
  const tests = await findRecordsBy(services, places.tests, unique(orders.flatMap((one) => toIds(one.tests))));
  const kinds = await findRecordsBy(services, places.tubeKinds, unique(tests.map((one) => toText(one.tubeKind))));
  const drawn = await findRecordsBy(
    services,
    places.drawnTubes,
    orders.map(({ id }) => id),
    'testOrder',
  );
  const drawnFor = Map.groupBy(
    drawn.toSorted((a, b) => toText(a.drawnAt).localeCompare(toText(b.drawnAt)) || a.id.localeCompare(b.id)),
    ({ testOrder }) => toText(testOrder),
  );
  const stated = await findRecordsBy(
    services,
    places.stabilities,
    tests.map(({ id }) => id),
    'test',
  );
  const test = new Map(tests.map((one) => [one.id, one]));
  const kind = new Map(kinds.map((one) => [one.id, toTubeKind(one)]));
  const stability = new Map(stated.map((one) => [`${one.test} ${one.laboratory}`, toStability(one)]));
  return orders.map((order) => {
    const row = byId.get(toText(order.appointment)) as AppointmentRow;
    const laboratory = row.laboratory_id ?? '';
    const tests = toIds(order.tests).flatMap((id) => test.get(id) ?? []);
    const requested = tests.flatMap(({ id, name, volume, ownTube, tubeKind }): PlannedTest[] => {
      const of = kind.get(toText(tubeKind));
      if (!of) return [];
      const stated = stability.get(`${id} ${laboratory}`) ?? null;
      const common = { id, name: toText(name), volume: Number(volume), ownTube: ownTube === true };
      return [{ ...common, kind: of, laboratory, stability: stated }];
    });
    return { order, row, tests: tests, tubes: planTubes(requested), drawn: drawnFor.get(order.id) ?? [] };
  });
}
