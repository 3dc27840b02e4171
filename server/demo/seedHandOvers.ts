import { acquireWriteLock, findStoredRecords } from 'portal-frame/server/database';
import { type CustodyCode, SERVER_DEVICE } from '../../src/wire/custodyApi.ts';
import { appendCustodyEvents, toLabelKey } from '../custody/appendCustody.ts';
import { computeHash } from '../custody/custodyChain.ts';
import { findOrderCollections } from '../orders/orderCollections.ts';
import { findTubesByLabel } from '../orders/tubeRows.ts';
import type { Random } from './demoRandom.ts';
import type { SeedContext } from './seedCollections.ts';

const MINUTE = 60_000;
/** Tubes drawn in the same period are handed over together. */
const HAND_OVER_PERIOD = 120 * MINUTE;
/** From the last draw to the hand-over, and on to the end of the scan. */
const TRAVEL_TIME = 25 * MINUTE;
const SCAN_TIME = 20 * MINUTE;

export interface CarriedTube {
  drawnBy: string;
  laboratory: string;
  drawnAt: number;
  state: string;
}

interface HandOverRound<T extends CarriedTube> {
  drawnBy: string;
  laboratory: string;
  tubes: T[];
  givenAt: number;
  /** End of the scan; null before it. */
  closedAt: number | null;
}

/** Groups tubes into hand-overs, oldest first. Tubes still in hand are left out. */
export function groupIntoHandOvers<T extends CarriedTube>(tubes: readonly T[], now = Date.now()): HandOverRound<T>[] {
  const given = tubes.filter(({ state }) => state !== 'drawn');
  const together = Map.groupBy(given, ({ drawnBy, laboratory, drawnAt, state }) =>
    [drawnBy, laboratory, Math.floor(drawnAt / HAND_OVER_PERIOD), state === 'handedOver'].join(' '),
  );
  const rounds = [...together.values()].map((some): HandOverRound<T> => {
    const { drawnBy, laboratory, state } = some[0] as T;
    const givenAt = Math.min(now, Math.max(...some.map(({ drawnAt }) => drawnAt)) + TRAVEL_TIME);
    const closedAt = state === 'handedOver' ? null : Math.min(now, givenAt + SCAN_TIME);
    return { drawnBy, laboratory, tubes: some, givenAt, closedAt };
  });
  return rounds.toSorted((a, b) => a.givenAt - b.givenAt);
}

interface Tube extends CarriedTube {
  id: string;
  label: string;
  visit: string;
  decidedAt: number | null;
}

/** Finds the drawn tubes with their visits and laboratories, in the order they were drawn. */
async function findTubes({ db, services }: SeedContext, ids: readonly string[]): Promise<Tube[]> {
  const collections = findOrderCollections(services);
  if (!collections) return [];
  const drawn = await findStoredRecords(db, collections.drawnTubes, ids);
  const labels = drawn.map(({ label }) => label);
  const visits = new Map((await findTubesByLabel(db, collections, labels)).map((one) => [one.id, one]));
  const tubes = drawn.map(({ id, label, drawnBy, drawnAt, decidedAt, state }): Tube => {
    const { visit = '', laboratory = '' } = visits.get(id) ?? {};
    return {
      ...{ id, label, state: state ?? '', drawnBy: drawnBy ?? '' },
      ...{ visit, laboratory: laboratory ?? '' },
      drawnAt: Date.parse(drawnAt),
      decidedAt: decidedAt ? Date.parse(decidedAt) : null,
    };
  });
  return tubes.toSorted((a, b) => a.drawnAt - b.drawnAt || a.label.localeCompare(b.label));
}

const randomHex = (random: Random) => Array.from({ length: 32 }, () => random.int(0, 15).toString(16)).join('');
const toIso = (at: number) => new Date(at).toISOString();

interface Step {
  device: string;
  by: string;
  code: CustodyCode;
  at: number;
  tube: Tube;
  handOver?: string;
}

/** Appends the steps to the chains of their devices. */
async function appendSteps({ db, services }: SeedContext, steps: readonly Step[]): Promise<void> {
  await acquireWriteLock(db, services.store.kind);
  const ends = new Map<string, { seq: number; hash: string }>();
  const ordered = steps.toSorted((a, b) => a.at - b.at || a.code.localeCompare(b.code));
  const events = ordered.map(({ device, by, code, at, tube: { label, visit }, handOver = '' }) => {
    const last = ends.get(device);
    const row = {
      ...{ device, seq: (last?.seq ?? 0) + 1, code, label, label_key: toLabelKey(label) },
      ...{ visit: handOver ? '' : visit, hand_over: handOver, made_at: toIso(at), previous: last?.hash ?? '' },
    };
    const hash = computeHash(row);
    ends.set(device, { seq: row.seq, hash });
    return { ...row, hash, account_id: by, standing: 'own', received_at: at };
  });
  await appendCustodyEvents(db, services, events);
}

/** Creates the hand-overs and custody steps that lead to the states of these drawn tubes. */
export async function seedHandOvers(context: SeedContext, ids: readonly string[]): Promise<void> {
  const { random, insert } = context;
  const tubes = await findTubes(context, ids);
  const phones = new Map(tubes.map(({ drawnBy }) => [drawnBy, '']));
  for (const employee of phones.keys()) phones.set(employee, randomHex(random));
  const steps: Step[] = [];
  const step = (tube: Tube, device: string, by: string, code: CustodyCode, at: number, handOver?: string) =>
    steps.push({ tube, device, by, code, at, ...(handOver && { handOver }) });
  for (const tube of tubes) step(tube, phones.get(tube.drawnBy) ?? '', tube.drawnBy, 'S39', tube.drawnAt);
  for (const { drawnBy, laboratory, tubes: given, givenAt, closedAt } of groupIntoHandOvers(tubes)) {
    const key = randomHex(random);
    const missing = given.filter(({ state }) => state === 'missing').length;
    const getOutcome = ({ state }: Tube) => (closedAt === null ? 'expected' : state === 'missing' ? state : 'scanned');
    const [handOver = ''] = await insert('handOvers', [
      {
        ...{
          laboratory,
          givenBy: drawnBy,
          givenAt: toIso(givenAt),
          key,
          state: closedAt === null ? 'given' : 'closed',
        },
        ...{ expected: given.length, scanned: closedAt === null ? 0 : given.length - missing, missing, unknown: 0 },
        ...(closedAt !== null && { closedBy: laboratory, closedAt: toIso(closedAt) }),
      },
    ]);
    const lines = given.map((tube) => ({ handOver, label: tube.label, tube: tube.id, outcome: getOutcome(tube) }));
    await insert('handOverTubes', lines);
    for (const tube of given) {
      step(tube, phones.get(drawnBy) ?? '', drawnBy, 'S41', givenAt, key);
      if (closedAt === null || tube.state === 'missing') continue;
      step(tube, SERVER_DEVICE, laboratory, 'S42', closedAt);
      if (tube.decidedAt === null) continue;
      step(tube, SERVER_DEVICE, laboratory, tube.state === 'rejected' ? 'S44' : 'S43', tube.decidedAt);
    }
  }
  await appendSteps(context, steps);
}
