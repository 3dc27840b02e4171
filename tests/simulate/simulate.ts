import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { DateTime } from 'luxon';
import { createRandom } from '../../server/demo/seededRandom.ts';
import { checkEnd, checkStep } from './invariants.ts';
import { ConnectionLost, subscribeReceivers } from './network.ts';
import { type Action, type Choice, officeActions } from './officeActions.ts';
import { TIME_ZONE } from './openServer.ts';
import { EMPLOYEES, type Person } from './people.ts';
import { createPhone, registerPush, signInOnPhone } from './phone.ts';
import { loadDay, phoneActions, sendAll } from './phoneActions.ts';
import { type PlannedAction, planDay } from './plan.ts';
import { receiver } from './receiver.ts';
import { seedRandom } from './seeded.ts';
import { startSimulatedServer } from './server.ts';
import { countMessages } from './stored.ts';
import { openWorld, setClock, showTime, Violation, type World } from './world.ts';

/** First days: both clock changes, the end of a month and of a year, and ordinary ones. */
const STARTS = ['2026-03-07', '2026-10-31', '2026-12-30', '2027-02-27', '2026-05-12'];
const ACTIONS: Readonly<Record<PlannedAction['kind'], Action>> = { ...officeActions, ...phoneActions };
const MINUTE = 60_000;

export interface Simulated {
  /** The events in words. */
  trace: string[];
  /** Of the trace: one seed has one hash. */
  hash: string;
  /** Number of actions that were done. */
  done: number;
  violation?: Violation | undefined;
}

function choiceOf(seed: number): Choice {
  const random = createRandom(seed);
  const below = (end: number) => Math.floor(random() * end);
  return { chance: (share) => random() < share, below, of: (list) => list[below(list.length)] };
}

async function deliverLate(world: World, until: number): Promise<void> {
  const due = world.late.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at);
  world.late = world.late.filter(({ at }) => at > until);
  for (const { at, deliver } of due) {
    await setClock(world, at);
    await deliver();
    world.trace.push(`${showTime(at)} network: a late request arrives`);
    await checkStep(world);
  }
}

async function act(world: World, { actor, kind, seed, fault }: PlannedAction): Promise<void> {
  Object.assign(world, { fault, sent: 0 });
  const said = await ACTIONS[kind](world, actor as Person, choiceOf(seed)).catch((error: unknown) => {
    if (error instanceof ConnectionLost) return `${kind}: ${error.message}`;
    throw error;
  });
  world.fault = undefined;
  if (said !== undefined) world.trace.push(`${showTime(world.now)} ${actor} ${said}`);
}

/** Faults end: everything arrives within an hour. */
async function calm(world: World, isLast: boolean): Promise<void> {
  await deliverLate(world, Number.POSITIVE_INFINITY);
  receiver.answers.clear();
  for (const phone of world.phones) Object.assign(phone, { online: true, skew: 0 });
  for (let minutes = 0; minutes < 60; minutes += 10) {
    await setClock(world, world.now + 10 * MINUTE);
    let left = 0;
    for (const phone of world.phones) left += await sendAll(world, phone);
    await world.server.runJobs();
    await world.server.sendOutbox();
    if (left === 0 && (await countMessages(world.server)) === 0) break;
  }
  await checkEnd(world, isLast);
}

/** Runs a plan from a seed. Days follow each other on one server. */
export async function runPlan(
  seed: number,
  plan: readonly PlannedAction[],
  startServer = startSimulatedServer,
): Promise<Simulated> {
  seedRandom(seed);
  const first = DateTime.fromISO(STARTS[seed % STARTS.length] ?? '', { zone: TIME_ZONE });
  const world = await openWorld(startServer, first.plus({ hours: 5 }).toMillis());
  world.phones = EMPLOYEES.map(createPhone);
  for (const phone of world.phones) await signInOnPhone(world, phone);
  await subscribeReceivers(world);
  let violation: Violation | undefined;
  let done = 0;
  try {
    for (const [day, actions] of Map.groupBy(plan, (action) => action.day)) {
      const midnight = first.plus({ days: day });
      await setClock(world, midnight.set({ hour: 6 }).toMillis());
      world.trace.push(`-- ${midnight.toISODate()}`);
      for (const phone of world.phones) {
        await registerPush(world, phone);
        await loadDay(world, phone);
      }
      for (const action of actions) {
        const at = midnight.set({ hour: Math.floor(action.minute / 60), minute: action.minute % 60 }).toMillis();
        await deliverLate(world, at);
        await setClock(world, at);
        done += 1;
        await act(world, action);
        // Nothing reached the server otherwise.
        if (world.sent > 0 || action.actor === 'the server') await checkStep(world);
      }
      await calm(world, day === plan.at(-1)?.day);
    }
  } catch (error) {
    if (!(error instanceof Violation)) throw Object.assign(error as Error, { trace: world.trace });
    violation = error;
    world.trace.push(`${showTime(world.now)} violated: ${error.message}`);
  } finally {
    await world.server.close();
  }
  const hash = createHash('sha256').update(world.trace.join('\n')).digest('hex');
  return { trace: world.trace, hash, done, violation };
}

/** Plans the days of a seed. */
export const planDays = (seed: number, days: number): PlannedAction[] =>
  Array.from({ length: days }, (_, day) => planDay(seed, day)).flat();

/** Runs that a shrink may take. */
const MAX_TRIES = 120;

/**
 * Leaves out what the violation does not need: other days, all faults, then each kind of action, each actor, ever
 * smaller parts down to single actions, and single faults.
 */
async function shrink(seed: number, plan: readonly PlannedAction[], rule: string): Promise<PlannedAction[]> {
  let kept = [...plan];
  let tries = 0;
  async function attempt(tried: readonly PlannedAction[]): Promise<boolean> {
    if (tries >= MAX_TRIES) return false;
    tries += 1;
    const { violation, done = 0 } = await runPlan(seed, tried).catch((): Partial<Simulated> => ({}));
    if (violation?.rule !== rule) return false;
    kept = tried.slice(0, done);
    return true;
  }
  const withoutFault = ({ fault: _, ...action }: PlannedAction): PlannedAction => action;
  await attempt(kept.filter(({ day }) => day === kept.at(-1)?.day));
  await attempt(kept.map(withoutFault));
  for (const key of ['kind', 'actor'] as const)
    for (const one of new Set(kept.map((action) => action[key])))
      await attempt(kept.filter((action) => action[key] !== one));
  for (let size = kept.length >> 1; size >= 1; size >>= 1)
    for (let from = 0; from < kept.length; ) if (!(await attempt(kept.toSpliced(from, size)))) from += size;
  for (const one of kept.filter(({ fault }) => fault))
    await attempt(kept.map((action) => (action === one ? withoutFault(action) : action)));
  return kept;
}

/** Days that follow each other on one server. More make the lists longer and each day slower. */
const DAYS_PER_SEED = 5;

/** Tells the command `npm run simulate` what happened. */
const tell = (text: string): void => {
  const { SIMULATE_REPORT } = process.env;
  if (SIMULATE_REPORT) appendFileSync(SIMULATE_REPORT, `${text}\n`);
};

/** Runs one seed. Throws with the shortest trace in words if a promise is broken. */
export async function simulateSeed(seed: number, days = DAYS_PER_SEED): Promise<Simulated> {
  const plan = planDays(seed, days);
  const first = await runPlan(seed, plan);
  if (!first.violation) {
    tell(`seed ${seed}: ${days} days, trace ${first.hash.slice(0, 16)}`);
    return first;
  }
  const { rule } = first.violation;
  const kept = await shrink(seed, plan.slice(0, first.done), rule);
  const { trace } = await runPlan(seed, kept);
  const words = [`seed ${seed}, ${kept.length} of ${plan.length} actions:`, ...trace].join('\n');
  tell(words);
  throw new Error(words);
}

/** Runs seeds one after the other. */
export async function simulateSeeds(from: number, to: number, step = 1): Promise<void> {
  for (let seed = from; seed <= to; seed += step) await simulateSeed(seed);
}
