import { getAction, type NamedAction } from 'portal-frame';
import {
  type CollectionRow,
  createContext,
  findRow,
  insertRecord,
  lockRows,
  noteChange,
  type OperationContext,
  type RecordValues,
  runActionOnRow,
  runActionWithin,
  runInTransaction,
  type SignedInCall,
  toCollectionDb,
  toRecordValues,
  type WriteContext,
} from 'portal-frame/internal/records';
import { HttpError, notFound, type Services } from 'portal-frame/server';
import { findAccountById } from 'portal-frame/server/accounts';
import { type Db, newId } from 'portal-frame/server/database';
import type { ScanResult } from '../../src/wire/custodyApi.ts';
import { findOrderCollections, getColumn } from './orderCollections.ts';
import { findRecordsBy, toText } from './plannedOrders.ts';
import { notifyMissing } from './tubeNotices.ts';
import { findTubesByLabel } from './tubeRows.ts';

const getTransition = ({ collection }: OperationContext, name: string): NamedAction => {
  const found = getAction(collection.resource, name);
  if (!found) throw new TypeError(`${collection.resource.name} has no move "${name}".`);
  return found;
};
const toKey = (label: string) => label.toLowerCase();
/** Removes repeated labels in any case; keeps the first spelling. */
function removeDuplicates(labels: readonly string[]): string[] {
  const keys = labels.map(toKey);
  return labels.filter((_, at) => keys.indexOf(keys[at] as string) === at);
}

/** Returns the stored spelling of known labels, in the given order. */
function matchRecorded(labels: readonly string[], written: readonly string[]): string[] {
  const byKey = new Map(written.map((one) => [toKey(one), one]));
  return removeDuplicates(labels).flatMap((label) => byKey.get(toKey(label)) ?? []);
}

/** Creates contexts that share a transaction. Throws an HttpError (404) without the collections. */
function createContexts(services: Services, calling: SignedInCall) {
  const names = ['handOvers', 'handOverTubes', 'drawnTubes'];
  const has = (name: string) => services.collections.some(({ resource }) => resource.name === name);
  if (!names.every(has)) throw notFound();
  const handOvers = createContext(services, 'handOvers', calling);
  return {
    handOvers,
    lines: createContext(services, 'handOverTubes', calling, handOvers),
    tubes: createContext(services, 'drawnTubes', calling, handOvers),
  };
}
type HandOverContexts = ReturnType<typeof createContexts>;

async function addRecord(write: WriteContext, fixed: RecordValues): Promise<string> {
  const now = Date.now();
  const id = newId(now);
  await insertRecord(write, {}, { id, now, fixed });
  return id;
}

interface HandOverLine {
  id: string;
  label: string;
  tube: string | null;
  outcome: string;
}
async function findLines(
  { lines: { collection } }: HandOverContexts,
  db: Db,
  handOver: string,
): Promise<HandOverLine[]> {
  const query = toCollectionDb(db)
    .selectFrom(collection.table)
    .selectAll()
    .where(getColumn(collection, 'handOver'), '=', handOver);
  const rows = (await query.orderBy('id').execute()) as CollectionRow[];
  return rows.map((row) => {
    const { label, tube, outcome } = toRecordValues(collection, row);
    return { id: row.id, label: toText(label), tube: toText(tube) || null, outcome: toText(outcome) };
  });
}

export interface HandOverInput {
  key: string;
  laboratory: string;
  labels: readonly string[];
  /** By the phone's clock; clamped to now. */
  at: number;
}
interface HandOverResult {
  id: string;
  taken: string[];
  left: string[];
}

async function findExisting(
  scenes: HandOverContexts,
  db: Db,
  { key, labels }: HandOverInput,
): Promise<HandOverResult | undefined> {
  const { collection, account } = scenes.handOvers;
  const query = toCollectionDb(db)
    .selectFrom(collection.table)
    .selectAll()
    .where(getColumn(collection, 'key'), '=', key);
  const row = (await query.executeTakeFirst()) as CollectionRow | undefined;
  if (!row) return undefined;
  if (toRecordValues(collection, row).givenBy !== account.id) throw HttpError.forField('key', 409, 'server.valueTaken');
  const expected = (await findLines(scenes, db, row.id)).filter(({ outcome }) => outcome !== 'unknown');
  const written = expected.map(({ label }) => label);
  const there = new Set(written.map(toKey));
  const left = removeDuplicates(labels).filter((label) => !there.has(toKey(label)));
  return { id: row.id, taken: matchRecorded(labels, written), left };
}

/**
 * Hands tubes over to a laboratory. Only tubes in this employee's hands for that laboratory are accepted; others are
 * returned in `left`.
 * Throws an HttpError if none is accepted or the laboratory is unknown.
 */
export async function handOverTubes(
  services: Services,
  calling: SignedInCall,
  given: HandOverInput,
): Promise<HandOverResult> {
  const scenes = createContexts(services, calling);
  const places = findOrderCollections(services);
  if (!places) throw notFound();
  const { handOvers, lines, tubes } = scenes;
  return runInTransaction(handOvers, async (write) => {
    const { db } = write;
    const again = await findExisting(scenes, db, given);
    if (again) return again;
    if ((await findAccountById(services.db, given.laboratory))?.role !== 'laboratory')
      throw HttpError.forField('laboratory', 400, 'server.noSuchLaboratory');
    const labels = removeDuplicates(given.labels);
    const mine = (await findTubesByLabel(db, places, labels)).filter(
      ({ employee, laboratory, state }) =>
        employee === calling.account.id && laboratory === given.laboratory && state === 'drawn',
    );
    const byKey = new Map(mine.map((tube) => [toKey(tube.label), tube]));
    const left = labels.filter((label) => !byKey.has(toKey(label)));
    if (byKey.size === 0) throw new HttpError(409, 'server.nothingToHandOver', { args: { labels: left.join(', ') } });
    const { laboratory, key, at } = given;
    // The phone's clock may be behind: no hand-over before the draw.
    const ids = mine.map((tube) => tube.id);
    const drawn = await findRecordsBy({ db }, places.drawnTubes, ids);
    const since = Math.max(...drawn.map(({ drawnAt }) => Date.parse(drawnAt)));
    const record = {
      laboratory,
      key,
      givenBy: calling.account.id,
      givenAt: new Date(Math.min(Date.now(), Math.max(at, since))).toISOString(),
      expected: mine.length,
    };
    const id = await addRecord(write, record);
    // Fixed order, so that hand-overs that share tubes do not deadlock.
    const tubeWrite = { ...write, collection: tubes.collection };
    const lineWrite = { ...write, collection: lines.collection };
    const held = await lockRows(tubeWrite, ids);
    for (const tube of mine.toSorted((a, b) => a.id.localeCompare(b.id))) {
      const row = held.get(tube.id);
      if (!row) throw notFound();
      await runActionOnRow(tubeWrite, getTransition(tubes, 'handOver'), row, {});
      await addRecord(lineWrite, { handOver: id, label: tube.label, tube: tube.id, outcome: 'expected' });
    }
    await noteChange(write, id, ['labels']);
    const written = mine.map(({ label }) => label);
    return { id, taken: matchRecorded(labels, written), left };
  });
}

interface ScanOutcome {
  expected: HandOverLine[];
  scanned: HandOverLine[];
  missing: HandOverLine[];
  unknown: string[];
}

/** Compares the labels that arrived with those that were handed over. */
function compareLabels(expected: HandOverLine[], arrived: readonly string[]): ScanOutcome {
  const labels = new Map(removeDuplicates(arrived).map((label) => [toKey(label), label]));
  const has = ({ label }: HandOverLine) => labels.has(toKey(label));
  const given = new Set(expected.map(({ label }) => toKey(label)));
  const unknown = [...labels.values()].filter((label) => !given.has(toKey(label)));
  return { expected, scanned: expected.filter(has), missing: expected.filter((line) => !has(line)), unknown };
}

/** Moves the lines and tubes of a hand-over to their new states, in a fixed order, and adds the unknown labels. */
async function writeOutcome(
  write: WriteContext,
  { lines, tubes }: HandOverContexts,
  id: string,
  { scanned, missing, unknown }: ScanOutcome,
): Promise<void> {
  const tubeWrite = { ...write, collection: tubes.collection };
  const lineWrite = { ...write, collection: lines.collection };
  const outcomes = [
    ...scanned.map((line) => ({ ...line, move: 'scan', moved: 'receive' })),
    ...missing.map((line) => ({ ...line, move: 'miss', moved: 'miss' })),
  ].toSorted((a, b) => String(a.tube).localeCompare(String(b.tube)));
  const [lineIds, tubeIds] = [outcomes.map((one) => one.id), outcomes.flatMap(({ tube }) => tube ?? [])];
  const written = await lockRows(lineWrite, lineIds);
  const held = await lockRows(tubeWrite, tubeIds);
  for (const { id: line, tube, move, moved } of outcomes) {
    const [before, drawn] = [written.get(line), held.get(tube ?? '')];
    if (!before) throw notFound();
    await runActionOnRow(lineWrite, getTransition(lines, move), before, {});
    // Skips tubes that the caller may not see, or that an admin moved meanwhile.
    if (drawn && toRecordValues(tubes.collection, drawn).state === 'handedOver')
      await runActionOnRow(tubeWrite, getTransition(tubes, moved), drawn, {});
  }
  for (const label of unknown) await addRecord(lineWrite, { handOver: id, label, outcome: 'unknown' });
}

/**
 * Closes a hand-over: expected labels are scanned or missing, others unknown.
 * Throws an HttpError: 404, or 409 if it is closed.
 */
export async function closeScan(
  services: Services,
  calling: SignedInCall,
  id: string,
  arrived: readonly string[],
): Promise<ScanResult> {
  const scenes = createContexts(services, calling);
  const { handOvers } = scenes;
  return runInTransaction(handOvers, async (write) => {
    const { db, publish } = write;
    const row = await findRow(write, id);
    if (!row) throw notFound();
    const found = compareLabels(await findLines(scenes, db, id), arrived);
    const { expected, scanned, missing, unknown } = found;
    const close = getTransition(handOvers, 'close');
    const counts = { scanned: scanned.length, missing: missing.length, unknown: unknown.length };
    // Close first: a concurrent call waits here and is rejected.
    await runActionWithin(write, { ...close, values: { ...close.values, ...counts } }, id, {});
    await writeOutcome(write, scenes, id, found);
    const { laboratory, givenBy } = toRecordValues(handOvers.collection, row);
    const hand = { handOver: id, laboratory, givenBy, expected: expected.length };
    await notifyMissing(db, publish, services, { ...hand, tubes: missing });
    await noteChange(write, id, ['labels']);
    const names = (some: readonly HandOverLine[]) => some.map(({ label }) => label);
    const matched = matchRecorded(arrived, names(scanned));
    return { expected: expected.length, scanned: matched, missing: names(missing), unknown };
  });
}

/** Finds when a tube was handed over (ms), by the records of its hand-overs. */
export async function findGivenTimes(services: Pick<Services, 'db' | 'collections'>, tube: string): Promise<number[]> {
  const find = (name: string) => services.collections.find(({ resource }) => resource.name === name);
  const [lines, handOvers] = [find('handOverTubes'), find('handOvers')];
  if (!lines || !handOvers) return [];
  const ids = (await findRecordsBy(services, lines, [tube], 'tube')).map(({ handOver }) => toText(handOver));
  return (await findRecordsBy(services, handOvers, ids)).map(({ givenAt }) => Date.parse(toText(givenAt)));
}
