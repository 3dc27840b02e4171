import {
  HttpError,
  notFound,
  type RecordsContext,
  records,
  type Services,
  type TransactionContext,
  transaction,
  trustedContext,
} from 'portal-frame/server';
import { findAccountById } from 'portal-frame/server/accounts';
import { findCollection, findStoredRecords, type NamedCollection } from 'portal-frame/server/database';
import { findOrderCollections } from '../../orders/server/orderCollections.ts';
import { toText } from '../../orders/server/plannedOrders.ts';
import { findTubesByLabel, lockTubes } from '../../orders/server/tubeRows.ts';
import type { ScanResult } from '../wire/custodyApi.ts';
import { notifyMissing } from './missingNotices.ts';

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

function requireCollection<N extends string>(services: Services, name: N): NamedCollection<N> {
  const found = findCollection(services, name);
  if (!found) throw notFound();
  return found;
}

interface HandOverLine {
  id: string;
  label: string;
  tube: string | null;
  outcome: string;
}
async function findLines({ services, db }: TransactionContext, handOver: string): Promise<HandOverLine[]> {
  const lines = await findStoredRecords(db, requireCollection(services, 'handOverTubes'), [handOver], 'handOver');
  return lines
    .map(({ id, label, tube, outcome }) => ({
      id,
      label: toText(label),
      tube: toText(tube) || null,
      outcome: toText(outcome),
    }))
    .toSorted((a, b) => a.id.localeCompare(b.id));
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

/** Returns the first result of a repeated call (the same `key`), or undefined. Throws 409 for another person's key. */
async function findExisting(
  tx: TransactionContext,
  { key, labels }: HandOverInput,
): Promise<HandOverResult | undefined> {
  const [found] = await findStoredRecords(tx.db, requireCollection(tx.services, 'handOvers'), [key], 'key');
  if (!found) return undefined;
  if (found.givenBy !== tx.account.id) throw HttpError.forField('key', 409, 'server.valueTaken');
  const expected = (await findLines(tx, found.id)).filter(({ outcome }) => outcome !== 'unknown');
  const written = expected.map(({ label }) => label);
  const there = new Set(written.map(toKey));
  const left = removeDuplicates(labels).filter((label) => !there.has(toKey(label)));
  return { id: found.id, taken: matchRecorded(labels, written), left };
}

/**
 * Hands tubes over to a laboratory. Only tubes in this employee's hands for that laboratory are accepted; others are
 * returned in `left`.
 * Throws an HttpError if none is accepted or the laboratory is unknown.
 */
export async function handOverTubes(context: RecordsContext, given: HandOverInput): Promise<HandOverResult> {
  const places = findOrderCollections(context.services);
  if (!places) throw notFound();
  return transaction(context, async (tx) => {
    const { db, services, account } = tx;
    const again = await findExisting(tx, given);
    if (again) return again;
    if ((await findAccountById(services.db, given.laboratory))?.role !== 'laboratory')
      throw HttpError.forField('laboratory', 400, 'server.noSuchLaboratory');
    const labels = removeDuplicates(given.labels);
    const known = await findTubesByLabel(db, places, labels);
    const held = await lockTubes(
      tx,
      places,
      known.map((tube) => tube.id),
    );
    const mine = held.filter(
      ({ employee, laboratory, state }) =>
        employee === account.id && laboratory === given.laboratory && state === 'drawn',
    );
    const byKey = new Map(mine.map((tube) => [toKey(tube.label), tube]));
    const left = labels.filter((label) => !byKey.has(toKey(label)));
    if (byKey.size === 0) throw new HttpError(409, 'server.nothingToHandOver', { args: { labels: left.join(', ') } });
    const { laboratory, key, at } = given;
    // The phone's clock may be behind: no hand-over before the draw.
    const ids = mine.map((tube) => tube.id);
    const drawn = await findStoredRecords(db, places.drawnTubes, ids);
    const since = Math.max(...drawn.map(({ drawnAt }) => Date.parse(drawnAt)));
    const record = {
      laboratory,
      key,
      givenBy: account.id,
      givenAt: new Date(Math.min(Date.now(), Math.max(at, since))).toISOString(),
      expected: mine.length,
    };
    const api = records(trustedContext(tx));
    const { id } = await api.create('handOvers', record);
    await api.transitionMany('drawnTubes', ids, 'handOver');
    const lines = mine.map(({ label, id: tube }) => ({ handOver: id, label, tube, outcome: 'expected' as const }));
    await api.createMany('handOverTubes', lines, { fields: [] });
    await tx.note(db, { recordId: id, fields: ['labels'], nested: [] });
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

/** Moves the lines and tubes of a hand-over to their new states, and adds the unknown labels. */
async function writeOutcome(
  tx: TransactionContext,
  id: string,
  { expected, scanned, missing, unknown }: ScanOutcome,
): Promise<void> {
  const places = findOrderCollections(tx.services);
  if (!places) throw notFound();
  const ids = expected.flatMap(({ tube }) => tube ?? []);
  const tubes = await lockTubes(tx, places, ids);
  // Skips tubes that the caller may not see, or that an admin moved meanwhile.
  const movable = tubes.filter(({ state, laboratory }) => state === 'handedOver' && laboratory === tx.account.id);
  const movableIds = new Set(movable.map((one) => one.id));
  const api = records(trustedContext(tx));
  const move = async (lines: readonly HandOverLine[], ofLine: string, ofTube: string) => {
    const lineIds = lines.map((line) => line.id);
    const tubeIds = lines.flatMap(({ tube }) => (tube && movableIds.has(tube) ? tube : []));
    await api.transitionMany('handOverTubes', lineIds, ofLine);
    await api.transitionMany('drawnTubes', tubeIds, ofTube);
  };
  await move(scanned, 'scan', 'receive');
  await move(missing, 'miss', 'miss');
  await api.createMany(
    'handOverTubes',
    unknown.map((label) => ({ handOver: id, label, outcome: 'unknown' })),
  );
}

/**
 * Closes a hand-over: expected labels are scanned or missing, others unknown.
 * Throws an HttpError: 404, or 409 if it is closed.
 */
export async function closeScan(context: RecordsContext, id: string, arrived: readonly string[]): Promise<ScanResult> {
  return transaction(context, async (tx) => {
    const { db, account } = tx;
    const found = compareLabels(await findLines(tx, id), arrived);
    const { expected, scanned, missing, unknown } = found;
    const counts = { scanned: scanned.length, missing: missing.length, unknown: unknown.length };
    // Close first: a concurrent call waits here and is rejected.
    const { givenBy } = await records(trustedContext(tx)).transition('handOvers', id, 'close', counts);
    await writeOutcome(tx, id, found);
    const hand = { handOver: id, laboratory: account.id, givenBy, expected: expected.length };
    await notifyMissing(tx, { ...hand, tubes: missing });
    await tx.note(db, { recordId: id, fields: ['labels'], nested: [] });
    const names = (some: readonly HandOverLine[]) => some.map(({ label }) => label);
    const matched = matchRecorded(arrived, names(scanned));
    return { expected: expected.length, scanned: matched, missing: names(missing), unknown };
  });
}

/** Finds when a tube was handed over (ms), by the records of its hand-overs. */
export async function findGivenTimes(services: Pick<Services, 'db' | 'collections'>, tube: string): Promise<number[]> {
  const lines = await findStoredRecords(services.db, findCollection(services, 'handOverTubes'), [tube], 'tube');
  const ids = lines.map(({ handOver }) => toText(handOver));
  const handOvers = await findStoredRecords(services.db, findCollection(services, 'handOvers'), ids);
  return handOvers.map(({ givenAt }) => Date.parse(toText(givenAt)));
}
