import { isDeepStrictEqual } from 'node:util';
import { actionOf, isPossible, type NamedAction } from '../../../config/actions.ts';
import { type About, given } from '../../../config/given.ts';
import type { EntryConfig } from '../../../config/resource.ts';
import { mayWrite } from '../../../config/rights.ts';
import { notFound, Refusal } from '../../base/refusal.ts';
import { restNowAndThen } from '../../base/rest.ts';
import type { Publish } from '../../outbox/transact.ts';
import { filledIn } from '../access/fieldAccess.ts';
import { findRows } from '../read/findRecords.ts';
import type { Scene } from '../read/operationContext.ts';
import { type CollectionDb, collectionDb, type Row } from '../schema/collectionDb.ts';
import { type Values, valuesOf } from '../schema/recordRow.ts';
import { recordOf, recordsNow } from '../write/childRecords.ts';
import { aboutOf } from '../write/defaultValues.ts';
import { areAlike, type Changing, prepareChanges } from '../write/prepareUpdates.ts';
import { writeChange } from '../write/writeRecord.ts';
import { changing, noted, refuseStale, rowsToChange, rowToChange } from '../write/writeTransaction.ts';

/** Records that an action changes at a time. */
const MOST = 500;
/** Records that are not worth a thread of their own (frame/server/db/lengthyTransaction.ts). */
const FEW = 100;

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
  refuseImpossible(scene, action, row);
  refuseStale(row, sent);
  const values = changesBy(scene, action, filledFor(scene, action, sent), row);
  return writeChange(scene, db, publish, { row, values, entries: entriesOf(scene, action), action });
}

function refuseImpossible({ collection }: Scene, action: NamedAction, row: Row): void {
  const { resource } = collection;
  const current = valuesOf(collection, row);
  if (isPossible(resource, action, current)) return;
  const state = String(current[resource.states?.field ?? ''] ?? '');
  throw action.from ? new Refusal(409, `server.wrongState|${state}`) : new Refusal(409, 'server.stale');
}

/** What was filled in for an action, checked: of many records the same for all. */
function filledFor(scene: Scene, action: NamedAction, sent: Values): Values {
  const asked = asksOf(scene, action).filter(({ field, required }) => required || Object.hasOwn(sent, field));
  return filledIn(scene.collection.resource, asked, sent, {});
}

/** With what the action sets of itself. */
function changesBy(
  scene: Scene,
  { set }: NamedAction,
  filled: Values,
  row: Row,
  about: Omit<About, 'values'> = aboutOf(scene, {}),
): Values {
  const all = { ...about, values: { ...valuesOf(scene.collection, row), ...filled } };
  return {
    ...filled,
    ...Object.fromEntries(Object.entries(set).map(([name, one]) => [name, given(one, all) ?? null])),
  };
}

const entriesOf = (scene: Scene, action: NamedAction) =>
  new Map<string, EntryConfig<string>>(asksOf(scene, action).map((entry) => [entry.field, entry]));

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
  const { version: _, ...asked } = values as Values;
  const action = actionFor(scene, name);
  const rows = await (areAlike(scene, action) ? changeTogether : changeOneByOne)(scene, action, requested, asked);
  return recordsNow(scene, rows);
}

/** Does `one` with each of them, and throws a Refusal that says by id which of them could not be changed. */
async function eachOf(requested: readonly string[], one: (id: string) => void | Promise<void>): Promise<void> {
  const refused: [string, Refusal][] = [];
  for (const id of requested) {
    try {
      await one(id);
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause;
      // A wrong value and a missing proof concern all records alike.
      if (cause.code === 400 || cause.details.data) throw cause;
      refused.push([id, cause]);
    }
  }
  const [first] = refused;
  if (!first) return;
  const errors = Object.fromEntries(refused.map(([id, { message }]) => [id, message]));
  const args = { count: refused.length, of: requested.length };
  throw new Refusal(first[1].code, 'server.nothingChanged', { args, errors });
}

type OnMany = (scene: Scene, action: NamedAction, requested: readonly string[], asked: Values) => Promise<Row[]>;

const changeOneByOne: OnMany = (scene, action, requested, asked) =>
  changing(scene, async (db, publish) => {
    const done: Row[] = [];
    const fields = new Set<string>();
    await eachOf(requested, async (id) => {
      const one = await changeBy(scene, db, publish, action, id, asked);
      done.push(one.changed);
      for (const field of one.fields) fields.add(field);
    });
    await noted(scene, db, [...requested], [...fields]);
    return done;
  });

/** Whether rows are as they were; those that a thread reads are plain objects, others have no prototype. */
const areSame = (rows: readonly Row[], before: readonly Row[]) =>
  rows.length === before.length && rows.every((row, at) => isDeepStrictEqual({ ...row }, { ...before[at] }));

/** Checks all of them before the transaction; where one was changed meanwhile, once more within it. */
const changeTogether: OnMany = async (scene, action, requested, asked) => {
  const { services, collection, account } = scene;
  const entries = entriesOf(scene, action);
  const prepare = async (found: readonly Row[]) => {
    const byId = new Map(found.map((row) => [row.id, row]));
    const about = aboutOf(scene, {});
    const rest = restNowAndThen();
    const all: Changing[] = [];
    let filled: Values | undefined;
    await eachOf(requested, async (id) => {
      await rest();
      const row = byId.get(id);
      if (!row) throw notFound();
      refuseImpossible(scene, action, row);
      filled ??= filledFor(scene, action, asked);
      all.push({ row, values: changesBy(scene, action, filled, row, about) });
    });
    return prepareChanges(scene, all, { action, entries });
  };
  const found = await findRows(collectionDb(services.db), services, collection, requested, account);
  const prepared = await prepare(found);
  const long = requested.length > FEW;
  return changing(
    scene,
    async (db, publish) => {
      const held = [...(await rowsToChange(scene, db, requested)).values()];
      const { rows, fields, write } = areSame(held, found) ? prepared : await prepare(held);
      await write(db, publish);
      await noted(scene, db, [...requested], fields);
      return rows;
    },
    { long },
  );
};
