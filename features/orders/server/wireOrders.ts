import type { Services } from 'portal-frame/server';
import type { AppointmentRow } from '../../../server/store/schema.ts';
import type { WireOrder } from '../../../src/wire/orderApi.ts';
import { type PlannedOrder, planOrders } from './plannedOrders.ts';
import { computeDeadline, type PlannedTube } from './tubePlan.ts';

/** Converts a planned tube to the wire. The deadline is that of a draw at `drawnAt` (ms). */
export function toWireTube(tube: PlannedTube, drawnAt: number): WireOrder['tubes'][number] {
  const { kind, stability } = tube;
  const deadline = computeDeadline(tube, drawnAt);
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

export const toWireTests = (tests: PlannedOrder['tests']): WireOrder['tests'] =>
  tests.map(({ id, name, loinc, fastingHours, preparation }) => ({
    _id: id,
    name,
    loinc: loinc ?? '',
    fastingHours: fastingHours ?? 0,
    preparation: preparation ?? '',
  }));

const toWireOrder = ({ order, row, tests, tubes, drawn }: PlannedOrder): WireOrder => ({
  _id: order.id,
  laboratory: row.laboratory_id,
  requisition: order.requisition ?? '',
  orderedBy: order.orderedBy ?? '',
  tests: toWireTests(tests),
  tubes: tubes.map((tube) => toWireTube(tube, row.scheduled_at)),
  drawn: drawn.map(({ label, tubeKind, drawnAt, state }) => ({
    label,
    kindId: tubeKind,
    drawnAt,
    state: state ?? 'drawn',
  })),
  documentNeeded: order.documentNeeded === true,
  fasting: order.fasting ?? 'notAsked',
  fastingAt: order.fastingAt,
  redrawOf: order.redrawOf,
  agreedAt: order.agreedAt,
});

/** Loads the orders of appointments in API format, by appointment id. */
export const findWireOrders = async (
  services: Pick<Services, 'db' | 'collections'>,
  appointments: readonly AppointmentRow[],
): Promise<ReadonlyMap<string, WireOrder>> =>
  new Map((await planOrders(services, appointments)).map((one) => [one.row.id, toWireOrder(one)]));
