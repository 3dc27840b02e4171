import { acquireWriteLock, findStoredRecords } from 'portal-frame/server/database';
import type { Random } from '../../../server/demo/demoRandom.ts';
import type { SeedContext } from '../../../server/demo/seedCollections.ts';
import { type CarriedTube, groupIntoHandOvers } from '../../orders/server/demo/handOverRounds.ts';
import { findOrderCollections } from '../../orders/server/orderCollections.ts';
import { findTubesByLabel } from '../../orders/server/tubeRows.ts';
import { type CustodyCode, SERVER_DEVICE } from '../wire/custodyApi.ts';
import { appendCustodyEvents, toLabelKey } from './appendCustody.ts';
import { computeHash } from './custodyChain.ts';

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
export default async function seedHandOvers(context: SeedContext, ids: readonly string[]): Promise<void> {
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
