import { actionOf, isPossible, type NamedAction } from '../../config/actions.ts';
import { given } from '../../config/given.ts';
import type { EntryConfig } from '../../config/resource.ts';
import { mayWrite } from '../../config/rights.ts';
import { Refusal } from '../base/refusal.ts';
import type { Publish } from '../outbox/transact.ts';
import { changing, noted, refuseStale, rowToChange } from './changing.ts';
import { recordOf, recordsNow } from './children.ts';
import type { CollectionDb, Row } from './db.ts';
import { type Values, valuesOf } from './rowValues.ts';
import { filledIn } from './rules.ts';
import type { Scene } from './scene.ts';
import { aboutOf } from './values.ts';
import { writeChange } from './writing.ts';

/** Records that an action changes at a time. */
const MOST = 500;

/** What a person may fill in for an action. */
const asksOf = ({ collection: { resource }, account }: Scene, { asks }: NamedAction) =>
  asks.filter(({ field }) => mayWrite(resource, account.role, field));

/** Does the action with one record, held in this transaction. Throws a Refusal as `runAction` does. */
export async function changeBy(
  scene: Scene,
  db: CollectionDb,
  publish: Publish,
  action: NamedAction,
  id: string,
  sent: Values,
) {
  return changeHeld(scene, db, publish, action, await rowToChange(scene, db, id), sent);
}

/** The same with a record that is held already. */
export async function changeHeld(
  scene: Scene,
  db: CollectionDb,
  publish: Publish,
  action: NamedAction,
  row: Row,
  sent: Values,
) {
  const { collection } = scene;
  const { resource } = collection;
  const current = valuesOf(collection, row);
  if (!isPossible(resource, action, current)) {
    const state = String(current[resource.states?.field ?? ''] ?? '');
    throw action.from ? new Refusal(409, `server.wrongState|${state}`) : new Refusal(409, 'server.stale');
  }
  refuseStale(row, sent);
  const asks = asksOf(scene, action);
  const asked = asks.filter(({ field, required }) => required || Object.hasOwn(sent, field));
  const values = filledIn(resource, asked, sent, {});
  const about = aboutOf(scene, { ...current, ...values });
  for (const [name, value] of Object.entries(action.set)) values[name] = given(value, about) ?? null;
  const entries = new Map<string, EntryConfig<string>>(asks.map((entry) => [entry.field, entry]));
  return writeChange(scene, db, publish, { row, values, entries, action });
}

const actionFor = ({ collection, account }: Scene, name: string): NamedAction =>
  actionOf(collection.resource, name, account.role) as NamedAction;

/**
 * Does a named action or transition with one record and gives it as it is now. Throws a Refusal: 404, 400 at invalid
 * fields, 409 where the record is in another state or was changed since `version`.
 */
export async function runAction(scene: Scene, name: string, id: string, sent: Values): Promise<Values> {
  const { changed, freed } = await changing(scene, async (db, publish) => {
    const done = await changeBy(scene, db, publish, actionFor(scene, name), id, sent);
    await noted(scene, db, id, done.fields);
    return done;
  });
  await scene.services.files.discard(freed);
  return recordOf(scene, changed);
}

/**
 * Does a named action with many records in one transaction and gives them as they are now, in their order. Throws a
 * Refusal where one of them cannot: nothing is changed then, and `errors` says by id what is wrong with which.
 */
export async function runActionOnMany(scene: Scene, name: string, sent: Values): Promise<Values[]> {
  const { ids, values = {} } = sent;
  const isList = Array.isArray(ids) && ids.length > 0 && ids.every((id) => typeof id === 'string');
  if (!isList || values === null || typeof values !== 'object') throw new Refusal(400, 'server.badRequest');
  if (ids.length > MOST) throw new Refusal(400, 'server.tooManyRecords', { args: { most: MOST } });
  // Always in one order: two people who change the same records wait for each other, and never both.
  const requested = [...new Set(ids as string[])].toSorted();
  const rows = await changing(scene, async (db, publish) => {
    const done: Row[] = [];
    const refused: [string, Refusal][] = [];
    const fields = new Set<string>();
    for (const id of requested) {
      try {
        const { version: _, ...asked } = values as Values;
        const one = await changeBy(scene, db, publish, actionFor(scene, name), id, asked);
        done.push(one.changed);
        for (const field of one.fields) fields.add(field);
      } catch (cause) {
        if (!(cause instanceof Refusal)) throw cause;
        // What was typed is wrong for all alike.
        if (cause.code === 400) throw cause;
        refused.push([id, cause]);
      }
    }
    const [first] = refused;
    if (first) {
      const errors = Object.fromEntries(refused.map(([id, { message }]) => [id, message]));
      const args = { count: refused.length, of: requested.length };
      throw new Refusal(first[1].code, 'server.nothingChanged', { args, errors });
    }
    await noted(scene, db, requested, [...fields]);
    return done;
  });
  return recordsNow(scene, rows);
}
