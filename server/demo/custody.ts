import { takeTurn } from '../../frame/server/db/writeLock.ts';
import { collectionDb } from '../../frame/server/records/schema/collectionDb.ts';
import { type CustodyCode, SERVER_DEVICE } from '../../src/wire/custody.ts';
import { appendEvents, labelKey } from '../custody/append.ts';
import { hashOf } from '../custody/chain.ts';
import { orderPlaces } from '../orders/places.ts';
import { recordsBy, textOf } from '../orders/planned.ts';
import { tubesOf } from '../orders/tubeRows.ts';
import type { Random } from './random.ts';
import type { Seeding } from './seeds.ts';

const MINUTE = 60_000;
/** What is drawn within so long for one laboratory is given to it together. */
const ROUND = 120 * MINUTE;
/** From the last draw to the hand-over, and from there to the end of the scan. */
const WAY = 25 * MINUTE;
const SCAN = 20 * MINUTE;

/** A tube as custody has it. */
export interface Carried {
  drawnBy: string;
  laboratory: string;
  drawnAt: number;
  state: string;
}

/** Tubes that are given together. */
interface Round<T extends Carried> {
  drawnBy: string;
  laboratory: string;
  tubes: T[];
  givenAt: number;
  /** When its scan was closed; null while it is on its way. */
  closedAt: number | null;
}

/** The hand-overs of these tubes, the oldest first; what is still in hand is in none. */
export function roundsOf<T extends Carried>(tubes: readonly T[], now = Date.now()): Round<T>[] {
  const given = tubes.filter(({ state }) => state !== 'drawn');
  const together = Map.groupBy(given, ({ drawnBy, laboratory, drawnAt, state }) =>
    [drawnBy, laboratory, Math.floor(drawnAt / ROUND), state === 'handedOver'].join(' '),
  );
  const rounds = [...together.values()].map((some): Round<T> => {
    const { drawnBy, laboratory, state } = some[0] as T;
    const givenAt = Math.min(now, Math.max(...some.map(({ drawnAt }) => drawnAt)) + WAY);
    const closedAt = state === 'handedOver' ? null : Math.min(now, givenAt + SCAN);
    return { drawnBy, laboratory, tubes: some, givenAt, closedAt };
  });
  return rounds.toSorted((a, b) => a.givenAt - b.givenAt);
}

interface Tube extends Carried {
  id: string;
  label: string;
  visit: string;
  decidedAt: number | null;
}

/** The drawn tubes of these ids with their laboratories, in the order that they were drawn. */
async function carriedOf({ db, services }: Seeding, ids: readonly string[]): Promise<Tube[]> {
  const places = orderPlaces(services);
  if (!places) return [];
  const drawn = await recordsBy({ db }, places.drawnTubes, ids);
  const labels = drawn.map(({ label }) => textOf(label));
  const visits = new Map((await tubesOf(collectionDb(db as never), places, labels)).map((one) => [one.id, one]));
  const tubes = drawn.map(({ id, label, drawnBy, drawnAt, decidedAt, state }): Tube => {
    const { visit = '', laboratory = '' } = visits.get(id) ?? {};
    return {
      ...{ id, label: textOf(label), state: textOf(state), drawnBy: textOf(drawnBy) },
      ...{ visit, laboratory: laboratory ?? '' },
      drawnAt: Date.parse(textOf(drawnAt)),
      decidedAt: decidedAt ? Date.parse(textOf(decidedAt)) : null,
    };
  });
  return tubes.toSorted((a, b) => a.drawnAt - b.drawnAt || a.label.localeCompare(b.label));
}

const hex = (random: Random) => Array.from({ length: 32 }, () => random.int(0, 15).toString(16)).join('');
const iso = (at: number) => new Date(at).toISOString();

interface Step {
  device: string;
  by: string;
  code: CustodyCode;
  at: number;
  tube: Tube;
  handOver?: string;
}

/** Puts steps into the chains of their devices, received as they were taken. */
async function record({ db, services }: Seeding, steps: readonly Step[]): Promise<void> {
  await takeTurn(db, services.store.kind);
  const ends = new Map<string, { seq: number; hash: string }>();
  const ordered = steps.toSorted((a, b) => a.at - b.at || a.code.localeCompare(b.code));
  const events = ordered.map(({ device, by, code, at, tube: { label, visit }, handOver = '' }) => {
    const last = ends.get(device);
    const row = {
      ...{ device, seq: (last?.seq ?? 0) + 1, code, label, label_key: labelKey(label) },
      ...{ visit: handOver ? '' : visit, hand_over: handOver, made_at: iso(at), previous: last?.hash ?? '' },
    };
    const hash = hashOf(row);
    ends.set(device, { seq: row.seq, hash });
    return { ...row, hash, account_id: by, standing: 'own', received_at: at };
  });
  await appendEvents(db, services, events);
}

/** Hands these drawn tubes over as their states say, with each step in its chain: of a phone, or of the server. */
export async function handOverDemo(seeding: Seeding, ids: readonly string[]): Promise<void> {
  const { random, add } = seeding;
  const tubes = await carriedOf(seeding, ids);
  const phones = new Map(tubes.map(({ drawnBy }) => [drawnBy, '']));
  for (const employee of phones.keys()) phones.set(employee, hex(random));
  const steps: Step[] = [];
  const step = (tube: Tube, device: string, by: string, code: CustodyCode, at: number, handOver?: string) =>
    steps.push({ tube, device, by, code, at, ...(handOver && { handOver }) });
  for (const tube of tubes) step(tube, phones.get(tube.drawnBy) ?? '', tube.drawnBy, 'S39', tube.drawnAt);
  for (const { drawnBy, laboratory, tubes: given, givenAt, closedAt } of roundsOf(tubes)) {
    const key = hex(random);
    const missing = given.filter(({ state }) => state === 'missing').length;
    const outcomeOf = ({ state }: Tube) => (closedAt === null ? 'expected' : state === 'missing' ? state : 'scanned');
    const [handOver = ''] = await add('handOvers', [
      {
        ...{ laboratory, givenBy: drawnBy, givenAt: iso(givenAt), key, state: closedAt === null ? 'given' : 'closed' },
        ...{ expected: given.length, scanned: closedAt === null ? 0 : given.length - missing, missing, unknown: 0 },
        ...(closedAt !== null && { closedBy: laboratory, closedAt: iso(closedAt) }),
      },
    ]);
    const lines = given.map((tube) => ({ handOver, label: tube.label, tube: tube.id, outcome: outcomeOf(tube) }));
    await add('handOverTubes', lines);
    for (const tube of given) {
      step(tube, phones.get(drawnBy) ?? '', drawnBy, 'S41', givenAt, key);
      if (closedAt === null || tube.state === 'missing') continue;
      step(tube, SERVER_DEVICE, laboratory, 'S42', closedAt);
      if (tube.decidedAt === null) continue;
      step(tube, SERVER_DEVICE, laboratory, tube.state === 'rejected' ? 'S44' : 'S43', tube.decidedAt);
    }
  }
  await record(seeding, steps);
}
