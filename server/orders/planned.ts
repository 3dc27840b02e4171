import type { Collection } from '../../frame/server/records/schema/collection.ts';
import { collectionDb, type Row } from '../../frame/server/records/schema/collectionDb.ts';
import { readLinks } from '../../frame/server/records/schema/linkRows.ts';
import { type Values, valuesOf } from '../../frame/server/records/schema/recordRow.ts';
import type { Services } from '../../frame/server/services.ts';
import { CAPS, TEMPERATURES } from '../../src/wire/orders.ts';
import type { AppointmentRow } from '../store/schema.ts';
import { columnOf, orderPlaces } from './places.ts';
import { type AskedTest, type Kind, planTubes, type Stability, type Tube } from './tubes.ts';

/** A record of a collection, whoever may read it. */
export type Read = Values & { id: string };

/** The records of a collection whose field, or id, is one of these. */
export async function recordsBy(
  { db }: Pick<Services, 'db'>,
  collection: Collection,
  requested: readonly string[],
  field?: string,
): Promise<Read[]> {
  if (requested.length === 0) return [];
  const column = field === undefined ? 'id' : columnOf(collection, field);
  const reading = collectionDb(db);
  const rows = await reading.selectFrom(collection.table).selectAll().where(column, 'in', requested).execute();
  const linked = await readLinks(reading, collection, rows as Row[]);
  return linked.map((row) => ({ ...valuesOf(collection, row), id: row.id }));
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const unique = (ids: readonly string[]) => [...new Set(ids)];

const kindOf = (one: Read): Kind => ({
  id: one.id,
  name: textOf(one.name),
  cap: CAPS.find((cap) => cap === one.cap) ?? 'other',
  additive: textOf(one.additive),
  drawOrder: Number(one.drawOrder),
  volume: Number(one.volume),
  minimum: Number(one.minimum ?? 0),
});

const stabilityOf = (one: Read): Stability => ({
  hours: Number(one.hours),
  temperature: TEMPERATURES.find((item) => item === one.temperature) ?? 'room',
  source: textOf(one.source),
  statedOn: textOf(one.statedOn),
});

/** An order as it is drawn from. */
export interface Planned {
  order: Read;
  row: AppointmentRow;
  asked: Read[];
  /** In the order of draw. */
  tubes: Tube[];
  /** The records of its drawn tubes, in the order that they were drawn. */
  drawn: Read[];
}

/** The orders of these appointments, with the tubes that they take; five queries for all of them. */
export async function plannedFor(
  services: Pick<Services, 'db' | 'collections'>,
  appointments: readonly AppointmentRow[],
): Promise<Planned[]> {
  const places = orderPlaces(services);
  if (!places) return [];
  const byId = new Map(appointments.map((row) => [row.id, row]));
  const orders = await recordsBy(services, places.testOrders, [...byId.keys()], 'appointment');
  const tests = await recordsBy(services, places.tests, unique(orders.flatMap((one) => idsOf(one.tests))));
  const kinds = await recordsBy(services, places.tubeKinds, unique(tests.map((one) => textOf(one.tubeKind))));
  const drawn = await recordsBy(
    services,
    places.drawnTubes,
    orders.map(({ id }) => id),
    'testOrder',
  );
  const drawnFor = Map.groupBy(
    drawn.toSorted((a, b) => textOf(a.drawnAt).localeCompare(textOf(b.drawnAt)) || a.id.localeCompare(b.id)),
    ({ testOrder }) => textOf(testOrder),
  );
  const stated = await recordsBy(
    services,
    places.stabilities,
    tests.map(({ id }) => id),
    'test',
  );
  const test = new Map(tests.map((one) => [one.id, one]));
  const kind = new Map(kinds.map((one) => [one.id, kindOf(one)]));
  const stability = new Map(stated.map((one) => [`${one.test} ${one.laboratory}`, stabilityOf(one)]));
  return orders.map((order) => {
    const row = byId.get(textOf(order.appointment)) as AppointmentRow;
    const laboratory = row.laboratory_id ?? '';
    const asked = idsOf(order.tests).flatMap((id) => test.get(id) ?? []);
    const requested = asked.flatMap(({ id, name, volume, ownTube, tubeKind }): AskedTest[] => {
      const of = kind.get(textOf(tubeKind));
      if (!of) return [];
      const stated = stability.get(`${id} ${laboratory}`) ?? null;
      const common = { id, name: textOf(name), volume: Number(volume), ownTube: ownTube === true };
      return [{ ...common, kind: of, laboratory, stability: stated }];
    });
    return { order, row, asked, tubes: planTubes(requested), drawn: drawnFor.get(order.id) ?? [] };
  });
}
