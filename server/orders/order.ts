import { CAPS, FASTING, TEMPERATURES, type WireOrder } from '../../src/wire/orders.ts';
import { readLinks } from '../collections/links.ts';
import type { Collection } from '../collections/plan.ts';
import { type Values, valuesOf } from '../collections/records.ts';
import { collectionDb, type Row } from '../collections/tables.ts';
import type { Services } from '../services.ts';
import type { AppointmentRow } from '../store/schema.ts';
import { columnOf, orderPlaces } from './places.ts';
import { type AskedTest, deadlineOf, type Kind, planTubes, type Stability, type Tube } from './tubes.ts';

type Read = Values & { id: string };

/** The records of a collection whose field, or id, is one of these. */
async function recordsBy(
  { db }: Pick<Services, 'db'>,
  collection: Collection,
  wanted: readonly string[],
  field?: string,
): Promise<Read[]> {
  if (wanted.length === 0) return [];
  const column = field === undefined ? 'id' : columnOf(collection, field);
  const reading = collectionDb(db);
  const rows = await reading.selectFrom(collection.table).selectAll().where(column, 'in', wanted).execute();
  const linked = await readLinks(reading, collection, rows as Row[]);
  return linked.map((row) => ({ ...valuesOf(collection, row), id: row.id }));
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
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
  temperature: TEMPERATURES.find((known) => known === one.temperature) ?? 'room',
  source: textOf(one.source),
  statedOn: textOf(one.statedOn),
});

function tubeToWire(tube: Tube, at: number): WireOrder['tubes'][number] {
  const { kind, keeps } = tube;
  const deadline = deadlineOf(tube, at);
  return {
    kindId: kind.id,
    kind: kind.name,
    cap: kind.cap,
    additive: kind.additive,
    drawOrder: kind.drawOrder,
    fill: Math.round(tube.fill * 1000) / 1000,
    tests: tube.tests.map(({ name }) => name),
    temperature: tube.temperature,
    hours: keeps?.hours ?? null,
    deadline: deadline === null ? null : new Date(deadline).toISOString(),
    source: keeps?.source ?? null,
    statedOn: keeps?.statedOn ?? null,
    unknown: tube.unknown,
  };
}

/** The orders of these appointments as they are drawn from, by appointment; five queries for all of them. */
export async function ordersFor(
  services: Pick<Services, 'db' | 'collections'>,
  appointments: readonly AppointmentRow[],
): Promise<ReadonlyMap<string, WireOrder>> {
  const places = orderPlaces(services);
  if (!places) return new Map();
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
  const toWire = (one: Read): [string, WireOrder] => {
    const row = byId.get(textOf(one.appointment)) as AppointmentRow;
    const asked = idsOf(one.tests).flatMap((id) => test.get(id) ?? []);
    const planned = asked.flatMap((found): AskedTest[] => {
      const of = kind.get(textOf(found.tubeKind));
      if (!of) return [];
      const { id, name, volume, ownTube } = found;
      const laboratory = row.laboratory_id ?? '';
      return [
        {
          id,
          name: textOf(name),
          kind: of,
          volume: Number(volume),
          ownTube: ownTube === true,
          laboratory,
          stability: stability.get(`${id} ${laboratory}`) ?? null,
        },
      ];
    });
    return [
      row.id,
      {
        _id: one.id,
        requisition: textOf(one.requisition),
        orderedBy: textOf(one.orderedBy),
        tests: asked.map(({ name, loinc, fastingHours, preparation }) => ({
          name: textOf(name),
          loinc: textOf(loinc),
          fastingHours: Number(fastingHours ?? 0),
          preparation: textOf(preparation),
        })),
        tubes: planTubes(planned).map((tube) => tubeToWire(tube, row.scheduled_at)),
        drawn: (drawnFor.get(one.id) ?? []).map(({ label, tubeKind, drawnAt }) => ({
          label: textOf(label),
          kindId: textOf(tubeKind),
          drawnAt: textOf(drawnAt),
        })),
        documentNeeded: one.documentNeeded === true,
        fasting: FASTING.find((known) => known === one.fasting) ?? 'notAsked',
        fastingAt: textOf(one.fastingAt) || null,
      },
    ];
  };
  return new Map(orders.map(toWire));
}
