import type { Services } from 'portal-frame/server';
import { selectScheduled } from '../../../server/store/appointments.ts';
import { findReasonsAmong } from './findBrokenRules.ts';
import { loadNeeds, readPlanVersion } from './loadPlanRules.ts';
import type { WhyNot } from './planRules.ts';

const DAY = 86_400_000;
/** Days ahead, and visits, that the tab of conflicts looks at. */
const MAX_DAYS = 60;
const MAX_VISITS = 1000;
/** Milliseconds after which a change of ordered tests counts. All other changes count at once. */
const MAX_AGE = 30_000;

/** Reasons against visits, by their ids. */
export type OpenConflicts = ReadonlyMap<string, readonly WhyNot[]>;

/** The conflicts last found by each server of this process. */
const remembered = new WeakMap<object, { stamp: string; at: number; found: Promise<OpenConflicts> }>();

/**
 * Finds the coming visits that their employee cannot make any more, with the reasons, in the order of their times. Tab,
 * counts and dashboard ask often: they share one result until visits, their needs or the rules change.
 */
export async function findOpenConflicts(services: Services, now = Date.now()): Promise<OpenConflicts> {
  const rows = await selectScheduled(services.db, { from: now, to: now + MAX_DAYS * DAY })
    .selectAll()
    .where('status', '=', 'Pending')
    .where('employee_id', 'is not', null)
    .orderBy('scheduled_at')
    .orderBy('id')
    .limit(MAX_VISITS)
    .execute();
  const needs = await loadNeeds(
    services,
    rows.map(({ id }) => id),
  );
  const versions = rows.map(({ id, version }) => `${id} ${version}`);
  const stamp = JSON.stringify([await readPlanVersion(services), versions, [...needs]]);
  const known = remembered.get(services.collections);
  if (known?.stamp === stamp && now - known.at < MAX_AGE) return known.found;
  const found = findReasonsAmong(services.db, rows, services).then(
    (reasons) => new Map([...reasons].map(([at, own]) => [rows[at]?.id ?? '', own])),
  );
  remembered.set(services.collections, { stamp, at: now, found });
  found.catch(() => remembered.delete(services.collections));
  return found;
}
