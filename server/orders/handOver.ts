import { actionOf, type NamedAction } from '../../frame/config/actions.ts';
import { accountById } from '../../frame/server/accounts/accountRows.ts';
import { notFound, Refusal } from '../../frame/server/base/refusal.ts';
import { newId } from '../../frame/server/db/newId.ts';
import type { Publish } from '../../frame/server/outbox/transact.ts';
import { changeBy, changeHeld } from '../../frame/server/records/operations/runAction.ts';
import { findRow } from '../../frame/server/records/read/findRecords.ts';
import type { Scene } from '../../frame/server/records/read/operationContext.ts';
import { type Calling, sceneOf } from '../../frame/server/records/read/operationContext.ts';
import { type CollectionDb, type Row, schemaDb } from '../../frame/server/records/schema/collectionDb.ts';
import { type Values, valuesOf } from '../../frame/server/records/schema/recordRow.ts';
import { afterCommit } from '../../frame/server/records/write/runHooks.ts';
import { addRecord } from '../../frame/server/records/write/writeRecord.ts';
import { changing, noted, rowsToChange } from '../../frame/server/records/write/writeTransaction.ts';
import type { Services } from '../../frame/server/services.ts';
import type { Difference } from '../../src/wire/custody.ts';
import { columnOf, orderPlaces } from './places.ts';
import { recordsBy, textOf } from './planned.ts';
import { notifyMissing } from './tubeNotices.ts';
import { tubesOf } from './tubeRows.ts';

type Write = [db: CollectionDb, publish: Publish];

const moveOf = ({ collection }: Scene, name: string): NamedAction => {
  const found = actionOf(collection.resource, name);
  if (!found) throw new TypeError(`${collection.resource.name} has no move "${name}".`);
  return found;
};
const keyOf = (label: string) => label.toLowerCase();
/** Each label once, whatever its case, as it was first said. */
function distinct(labels: readonly string[]): string[] {
  const keys = labels.map(keyOf);
  return labels.filter((_, at) => keys.indexOf(keys[at] as string) === at);
}

/** Those of these labels that are recorded, as they are written there, in the order in which they were said. */
function recorded(labels: readonly string[], written: readonly string[]): string[] {
  const byKey = new Map(written.map((one) => [keyOf(one), one]));
  return distinct(labels).flatMap((label) => byKey.get(keyOf(label)) ?? []);
}

/** The scenes of what a hand-over consists of, in one transaction. Throws a Refusal (404) on a server that has none. */
function scenesOf(services: Services, calling: Calling) {
  const names = ['handOvers', 'handOverTubes', 'drawnTubes'];
  const has = (name: string) => services.collections.some(({ resource }) => resource.name === name);
  if (!names.every(has)) throw notFound();
  const handOvers = sceneOf(services, 'handOvers', calling);
  return {
    handOvers,
    lines: sceneOf(services, 'handOverTubes', calling, handOvers),
    tubes: sceneOf(services, 'drawnTubes', calling, handOvers),
  };
}
type Scenes = ReturnType<typeof scenesOf>;

async function add(scene: Scene, [db, publish]: Write, fixed: Values): Promise<string> {
  const now = Date.now();
  const id = newId(now);
  await addRecord(scene, db, publish, {}, { id, now, fixed });
  return id;
}

interface Line {
  id: string;
  label: string;
  tube: string | null;
  outcome: string;
}
async function linesOf({ lines: { collection } }: Scenes, db: CollectionDb, handOver: string): Promise<Line[]> {
  const query = db.selectFrom(collection.table).selectAll().where(columnOf(collection, 'handOver'), '=', handOver);
  const rows = (await query.orderBy('id').execute()) as Row[];
  return rows.map((row) => ({ ...valuesOf(collection, row), id: row.id }) as unknown as Line);
}

export interface Given {
  key: string;
  laboratory: string;
  labels: readonly string[];
  /** By the phone's clock, no later than now. */
  at: number;
}
interface Taken {
  id: string;
  taken: string[];
  left: string[];
}

/** The hand-over of that key, if there is one already. */
async function sameAgain(scenes: Scenes, db: CollectionDb, { key, labels }: Given): Promise<Taken | undefined> {
  const { collection, account } = scenes.handOvers;
  const query = db.selectFrom(collection.table).selectAll().where(columnOf(collection, 'key'), '=', key);
  const row = (await query.executeTakeFirst()) as Row | undefined;
  if (!row) return undefined;
  if (valuesOf(collection, row).givenBy !== account.id) throw Refusal.at('key', 409, 'server.valueTaken');
  const expected = (await linesOf(scenes, db, row.id)).filter(({ outcome }) => outcome !== 'unknown');
  const written = expected.map(({ label }) => label);
  const there = new Set(written.map(keyOf));
  const left = distinct(labels).filter((label) => !there.has(keyOf(label)));
  return { id: row.id, taken: recorded(labels, written), left };
}

/**
 * Gives tubes to a laboratory: those of this employee's visits that are for it and still in their hands. The others are
 * left out and named. Throws a Refusal where none is left, or the laboratory is not there.
 */
export async function giveTubes(services: Services, calling: Calling, given: Given): Promise<Taken> {
  const scenes = scenesOf(services, calling);
  const places = orderPlaces(services);
  if (!places) throw notFound();
  const { handOvers, lines, tubes } = scenes;
  const done = await changing(handOvers, async (db, publish) => {
    const again = await sameAgain(scenes, db, given);
    if (again) return again;
    if ((await accountById(services.db, given.laboratory))?.role !== 'laboratory')
      throw Refusal.at('laboratory', 400, 'server.noSuchLaboratory');
    const labels = distinct(given.labels);
    const mine = (await tubesOf(db, places, labels)).filter(
      ({ employee, laboratory, state }) =>
        employee === calling.account.id && laboratory === given.laboratory && state === 'drawn',
    );
    const byKey = new Map(mine.map((tube) => [keyOf(tube.label), tube]));
    const left = labels.filter((label) => !byKey.has(keyOf(label)));
    if (byKey.size === 0) throw new Refusal(409, 'server.nothingToHandOver', { args: { labels: left.join(', ') } });
    const { laboratory, key, at } = given;
    // Nothing is given before it is drawn: the phone's clock may be behind.
    const ids = mine.map((tube) => tube.id);
    const drawn = await recordsBy({ ...services, db: schemaDb(db) }, places.drawnTubes, ids);
    const since = Math.max(...drawn.map(({ drawnAt }) => Date.parse(textOf(drawnAt))));
    const record = {
      laboratory,
      key,
      givenBy: calling.account.id,
      givenAt: new Date(Math.min(Date.now(), Math.max(at, since))).toISOString(),
      expected: mine.length,
    };
    const id = await add(handOvers, [db, publish], record);
    // Always in one order: two hand-overs that share tubes wait for each other, and never both.
    const held = await rowsToChange(tubes, db, ids);
    for (const tube of mine.toSorted((a, b) => a.id.localeCompare(b.id))) {
      const row = held.get(tube.id);
      if (!row) throw notFound();
      await changeHeld(tubes, db, publish, moveOf(tubes, 'handOver'), row, {});
      await add(lines, [db, publish], { handOver: id, label: tube.label, tube: tube.id, outcome: 'expected' });
    }
    await noted(handOvers, db, id, ['labels']);
    const written = mine.map(({ label }) => label);
    return { id, taken: recorded(labels, written), left };
  });
  await afterCommit(handOvers, handOvers.done);
  return done;
}

/**
 * Closes the scan of a hand-over with what arrived: each expected label is scanned or missing, each other one unknown.
 * That is the record, signed by the laboratory's account. Throws a Refusal: 404, or 409 where it is closed already.
 */
export async function closeScan(
  services: Services,
  calling: Calling,
  id: string,
  arrived: readonly string[],
): Promise<Difference> {
  const scenes = scenesOf(services, calling);
  const { handOvers, lines, tubes } = scenes;
  const found = await changing(handOvers, async (db, publish) => {
    const write: Write = [db, publish];
    const row = await findRow(db, services, handOvers.collection, id, calling.account);
    if (!row) throw notFound();
    const labels = new Map(distinct(arrived).map((label) => [keyOf(label), label]));
    const expected = await linesOf(scenes, db, id);
    const scanned = expected.filter(({ label }) => labels.has(keyOf(label)));
    const missing = expected.filter(({ label }) => !labels.has(keyOf(label)));
    const asked = new Set(expected.map(({ label }) => keyOf(label)));
    const unknown = [...labels.values()].filter((label) => !asked.has(keyOf(label)));
    const close = moveOf(handOvers, 'close');
    const counts = { scanned: scanned.length, missing: missing.length, unknown: unknown.length };
    // First: of two windows that close it one waits here for the other, and is refused.
    await changeBy(handOvers, db, publish, { ...close, set: { ...close.set, ...counts } }, id, {});
    const outcomes = [
      ...scanned.map((line) => ({ ...line, move: 'scan', moved: 'receive' as const })),
      ...missing.map((line) => ({ ...line, move: 'miss', moved: 'miss' as const })),
    ].toSorted((a, b) => String(a.tube).localeCompare(String(b.tube)));
    const written = await rowsToChange(
      lines,
      db,
      outcomes.map((one) => one.id),
    );
    const held = await rowsToChange(
      tubes,
      db,
      outcomes.flatMap(({ tube }) => tube ?? []),
    );
    for (const { id: line, tube, move, moved } of outcomes) {
      const [before, drawn] = [written.get(line), held.get(tube ?? '')];
      if (!before) throw notFound();
      await changeHeld(lines, db, publish, moveOf(lines, move), before, {});
      // This person's to see and still where it was; what an admin put elsewhere meanwhile stays.
      if (drawn && valuesOf(tubes.collection, drawn).state === 'handedOver')
        await changeHeld(tubes, db, publish, moveOf(tubes, moved), drawn, {});
    }
    for (const label of unknown) await add(lines, write, { handOver: id, label, outcome: 'unknown' });
    const { laboratory, givenBy } = valuesOf(handOvers.collection, row);
    await notifyMissing(db, publish, services, {
      ...{ handOver: id, laboratory, givenBy },
      ...{ expected: expected.length, tubes: missing },
    });
    await noted(handOvers, db, id, ['labels']);
    const names = (some: readonly { label: string }[]) => some.map(({ label }) => label);
    return { expected: expected.length, scanned: recorded(arrived, names(scanned)), missing: names(missing), unknown };
  });
  await afterCommit(handOvers, handOvers.done);
  return found;
}
