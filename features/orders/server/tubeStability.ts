import { findStoredRecords } from 'portal-frame/server/database';
import { appointmentById } from '../../../server/store/appointments.ts';
import { findOrderCollections } from './orderCollections.ts';
import { type OrderServices, planOrders } from './plannedOrders.ts';
import type { PlannedTest, PlannedTube } from './tubePlan.ts';

/** Fields of a drawn tube. */
export interface TubeStability {
  tests: string[];
  /** Deadline of the analysis; null if no stability is stated. */
  keepsUntil: string | null;
  /** Tests without stated stability. */
  unstated: string[];
}

const holdsTests = ({ tests }: PlannedTube, ids: readonly string[] | null) =>
  ids !== null && ids.length === tests.length && tests.every(({ id }) => ids.includes(id));

/** Returns the fields of a tube with these tests. The shortest stated stability sets the deadline, in elapsed hours. */
export function computeStability(tests: readonly PlannedTest[], drawnAt: number): TubeStability {
  const ids = [...new Set(tests.map(({ id }) => id))];
  const hours = tests.flatMap(({ stability }) => stability?.hours ?? []);
  const unstated = new Set(tests.filter(({ stability }) => !stability).map(({ id }) => id));
  return {
    tests: ids,
    keepsUntil: hours.length > 0 ? new Date(drawnAt + Math.round(Math.min(...hours) * 3_600_000)).toISOString() : null,
    unstated: [...unstated],
  };
}

interface DrawnTube {
  testOrder: string;
  tubeKind: string;
  drawnAt: number;
  /** Set for an existing tube. */
  id?: string;
}

/**
 * Returns the fields of a drawn tube, which is the first planned tube of its kind that no other drawn one fills. A tube
 * beyond the plan counts for all tests of its kind.
 */
export async function findTubeStability(
  services: OrderServices,
  { testOrder, tubeKind, drawnAt, id }: DrawnTube,
): Promise<TubeStability> {
  const places = findOrderCollections(services);
  const [order] = places ? await findStoredRecords(services.db, places.testOrders, [testOrder]) : [];
  const row = order && (await appointmentById(services.db, order.appointment));
  const [planned] = row ? await planOrders(services, [row]) : [];
  const ofKind = planned?.tubes.filter(({ kind }) => kind.id === tubeKind) ?? [];
  const free = [...ofKind];
  for (const other of planned?.drawn ?? []) {
    const taken = other.id === id ? -1 : free.findIndex((tube) => holdsTests(tube, other.tests));
    if (taken >= 0) free.splice(taken, 1);
  }
  return computeStability(free[0]?.tests ?? ofKind.flatMap(({ tests }) => tests), drawnAt);
}
