import type { Services } from 'portal-frame/server';
import { FASTING, TUBE_STATES, type WireOrder } from '../../src/wire/orderApi.ts';
import type { AppointmentRow } from '../store/schema.ts';
import { type PlannedOrder, planOrders, toText } from './plannedOrders.ts';
import { computeDeadline, type PlannedTube } from './tubePlan.ts';

function toWireTube(tube: PlannedTube, at: number): WireOrder['tubes'][number] {
  const { kind, stability } = tube;
  const deadline = computeDeadline(tube, at);
  return {
    kindId: kind.id,
    kind: kind.name,
    cap: kind.cap,
    additive: kind.additive,
    drawOrder: kind.drawOrder,
    fill: Math.round(tube.fill * 1000) / 1000,
    tests: tube.tests.map(({ name }) => name),
    temperature: tube.temperature,
    hours: stability?.hours ?? null,
    deadline: deadline === null ? null : new Date(deadline).toISOString(),
    source: stability?.source ?? null,
    statedOn: stability?.statedOn ?? null,
    unknown: tube.unstatedTests,
  };
}

const toWireOrder = ({ order, row, tests, tubes, drawn }: PlannedOrder): WireOrder => ({
  _id: order.id,
  laboratory: row.laboratory_id,
  requisition: toText(order.requisition),
  orderedBy: toText(order.orderedBy),
  tests: tests.map(({ id, name, loinc, fastingHours, preparation }) => ({
    _id: id,
    name: toText(name),
    loinc: toText(loinc),
    fastingHours: Number(fastingHours ?? 0),
    preparation: toText(preparation),
  })),
  tubes: tubes.map((tube) => toWireTube(tube, row.scheduled_at)),
  drawn: drawn.map(({ label, tubeKind, drawnAt, state }) => ({
    label: toText(label),
    kindId: toText(tubeKind),
    drawnAt: toText(drawnAt),
    state: TUBE_STATES.find((item) => item === state) ?? 'drawn',
  })),
  documentNeeded: order.documentNeeded === true,
  fasting: FASTING.find((item) => item === order.fasting) ?? 'notAsked',
  fastingAt: toText(order.fastingAt) || null,
  redrawOf: toText(order.redrawOf) || null,
  agreedAt: toText(order.agreedAt) || null,
});

/** Loads the orders of appointments in API format, by appointment id. */
export const findWireOrders = async (
  services: Pick<Services, 'db' | 'collections'>,
  appointments: readonly AppointmentRow[],
): Promise<ReadonlyMap<string, WireOrder>> =>
  new Map((await planOrders(services, appointments)).map((one) => [one.row.id, toWireOrder(one)]));
