import type { Services } from '../../frame/server/services.ts';
import { FASTING, TUBE_STATES, type WireOrder } from '../../src/wire/orders.ts';
import type { AppointmentRow } from '../store/schema.ts';
import { type Planned, plannedFor, textOf } from './planned.ts';
import { deadlineOf, type Tube } from './tubes.ts';

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

const toWire = ({ order, row, asked, tubes, drawn }: Planned): WireOrder => ({
  _id: order.id,
  laboratory: row.laboratory_id,
  requisition: textOf(order.requisition),
  orderedBy: textOf(order.orderedBy),
  tests: asked.map(({ id, name, loinc, fastingHours, preparation }) => ({
    _id: id,
    name: textOf(name),
    loinc: textOf(loinc),
    fastingHours: Number(fastingHours ?? 0),
    preparation: textOf(preparation),
  })),
  tubes: tubes.map((tube) => tubeToWire(tube, row.scheduled_at)),
  drawn: drawn.map(({ label, tubeKind, drawnAt, state }) => ({
    label: textOf(label),
    kindId: textOf(tubeKind),
    drawnAt: textOf(drawnAt),
    state: TUBE_STATES.find((item) => item === state) ?? 'drawn',
  })),
  documentNeeded: order.documentNeeded === true,
  fasting: FASTING.find((item) => item === order.fasting) ?? 'notAsked',
  fastingAt: textOf(order.fastingAt) || null,
  redrawOf: textOf(order.redrawOf) || null,
  agreedAt: textOf(order.agreedAt) || null,
});

/** The orders of these appointments as they are drawn from, by appointment. */
export const ordersFor = async (
  services: Pick<Services, 'db' | 'collections'>,
  appointments: readonly AppointmentRow[],
): Promise<ReadonlyMap<string, WireOrder>> =>
  new Map((await plannedFor(services, appointments)).map((one) => [one.row.id, toWire(one)]));
