import type { Services } from '../../frame/server/services.ts';
import { appointmentById } from '../store/appointments.ts';
import { findOrderCollections } from './orderCollections.ts';
import { findRecordsBy, planOrders, toText } from './plannedOrders.ts';
import type { PlannedTest, PlannedTube } from './tubePlan.ts';

/** What a tube is drawn for, and how long that keeps, as the drawn tube's fields have it. */
export interface TubeStability {
  tests: string[];
  /** Until when it must be at work in the laboratory; null where nothing is stated of any of its tests. */
  keepsUntil: string | null;
  /** The tests of which the laboratory stated nothing. */
  unstated: string[];
}

const holdsTests = ({ tests }: PlannedTube, ids: unknown) =>
  Array.isArray(ids) && ids.length === tests.length && tests.every(({ id }) => ids.includes(id));

/** How long these tests keep that are drawn at a moment: the shortest of what is stated, in hours that pass. */
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
  /** The id of its order. */
  testOrder: string;
  /** The id of its kind. */
  tubeKind: string;
  drawnAt: number;
  /** Its own id, where it is there already. */
  id?: string;
}

/**
 * What a tube is drawn for: the first of its order's tubes of that kind that no other drawn one is for. Beyond those that
 * the order takes, it is for all tests of that kind.
 */
export async function findTubeStability(
  services: Pick<Services, 'db' | 'collections'>,
  { testOrder, tubeKind, drawnAt, id }: DrawnTube,
): Promise<TubeStability> {
  const places = findOrderCollections(services);
  const [order] = places ? await findRecordsBy(services, places.testOrders, [testOrder]) : [];
  const row = order && (await appointmentById(services.db, toText(order.appointment)));
  const [planned] = row ? await planOrders(services, [row]) : [];
  const ofKind = planned?.tubes.filter(({ kind }) => kind.id === tubeKind) ?? [];
  const free = [...ofKind];
  for (const other of planned?.drawn ?? []) {
    const taken = other.id === id ? -1 : free.findIndex((tube) => holdsTests(tube, other.tests));
    if (taken >= 0) free.splice(taken, 1);
  }
  return computeStability(free[0]?.tests ?? ofKind.flatMap(({ tests }) => tests), drawnAt);
}
