import { createRandom } from '../../server/demo/seededRandom.ts';
import type { officeActions } from './officeActions.ts';
import { EMPLOYEES, LABORATORIES, type Person } from './people.ts';
import type { phoneActions } from './phoneActions.ts';
import type { Service } from './receiver.ts';
import type { Fault } from './world.ts';

export type Actor = Person | Service | 'a patient' | 'a program' | 'the server';

export interface PlannedAction {
  day: number;
  /** Minutes after midnight, server time. */
  minute: number;
  actor: Actor;
  kind: keyof typeof officeActions | keyof typeof phoneActions;
  /** Seed of its choices. */
  seed: number;
  fault?: Fault;
}

interface Habit {
  kind: PlannedAction['kind'];
  actors: readonly Actor[];
  /** Times a day. A fraction is a chance. */
  count: number;
  /** Hours of the day. */
  from: number;
  to: number;
}

/** A day of 12 visits. */
const HABITS: readonly Habit[] = [
  { kind: 'book', actors: LABORATORIES, count: 12, from: 6, to: 11 },
  { kind: 'assign', actors: ['Dana'], count: 14, from: 7, to: 14 },
  { kind: 'unassign', actors: ['Dana'], count: 1, from: 9, to: 18 },
  { kind: 'moveTwice', actors: ['Dana'], count: 1, from: 8, to: 18 },
  { kind: 'enterDayOff', actors: ['a program'], count: 1, from: 6, to: 20 },
  { kind: 'trespass', actors: [...EMPLOYEES, ...LABORATORIES], count: 2, from: 9, to: 18 },
  { kind: 'settle', actors: ['Dana'], count: 1, from: 16, to: 19 },
  { kind: 'receive', actors: LABORATORIES, count: 3, from: 12, to: 19 },
  { kind: 'decide', actors: LABORATORIES, count: 3, from: 13, to: 19 },
  { kind: 'answerMail', actors: ['a patient'], count: 3, from: 8, to: 21 },
  { kind: 'runJobs', actors: ['the server'], count: 2, from: 8, to: 21 },
  { kind: 'sendMails', actors: ['the server'], count: 3, from: 8, to: 21 },
  { kind: 'answer', actors: ['webhooks', 'bucket', 'push', 'mail'], count: 6, from: 9, to: 20 },
  { kind: 'deploy', actors: ['the server'], count: 0.2, from: 6, to: 22 },
  { kind: 'load', actors: EMPLOYEES, count: 7, from: 8, to: 16 },
  { kind: 'start', actors: EMPLOYEES, count: 5, from: 8, to: 18 },
  { kind: 'draw', actors: EMPLOYEES, count: 6, from: 9, to: 18 },
  { kind: 'finish', actors: EMPLOYEES, count: 6, from: 9, to: 18 },
  { kind: 'note', actors: EMPLOYEES, count: 1, from: 9, to: 18 },
  { kind: 'handOver', actors: EMPLOYEES, count: 3, from: 11, to: 19 },
  { kind: 'takePhoto', actors: EMPLOYEES, count: 2, from: 9, to: 18 },
  { kind: 'sync', actors: EMPLOYEES, count: 6, from: 9, to: 19 },
  { kind: 'goOffline', actors: EMPLOYEES, count: 2, from: 8, to: 17 },
  { kind: 'goOnline', actors: EMPLOYEES, count: 3, from: 9, to: 19 },
  { kind: 'setWrongClock', actors: EMPLOYEES, count: 1, from: 6, to: 12 },
];
const FAULT_SHARE = 0.12;

function planFault(random: () => number, kind: PlannedAction['kind']): Fault | undefined {
  if (random() > FAULT_SHARE) return undefined;
  // A phone may have more to send.
  const place = 1 + Math.floor(random() * (kind === 'sync' || kind === 'goOnline' ? 5 : 2));
  const nth = kind === 'handOver' ? 0 : place;
  const which = random();
  if (which < 0.25) return { kind: 'requestLost', nth };
  if (which < 0.5) return { kind: 'replyLost', nth };
  if (which < 0.65) return { kind: 'doubled', nth };
  if (which < 0.85) return { kind: 'late', nth, minutes: 1 + Math.floor(random() * 120) };
  return { kind: 'dropped', nth, statement: 1 + Math.floor(random() * 30) };
}

/** Plans one day of a seed: who does what when, and what goes wrong. */
export function planDay(seed: number, day: number): PlannedAction[] {
  const random = createRandom(seed * 1_000_003 + day);
  const actions: PlannedAction[] = [];
  for (const { kind, actors, count, from, to } of HABITS)
    for (let left = count; left >= 1 || random() < left; left -= 1) {
      const actor = actors[Math.floor(random() * actors.length)] as Actor;
      const minute = Math.floor(60 * (from + random() * (to - from)));
      const fault = planFault(random, kind);
      actions.push({ day, minute, actor, kind, seed: Math.floor(random() * 2 ** 31), ...(fault && { fault }) });
    }
  return actions.toSorted((a, b) => a.minute - b.minute);
}
