import { DateTime } from 'luxon';
import { setNow } from './clock.ts';
import { createModel, type Model } from './model.ts';
import { TIME_ZONE } from './openServer.ts';
import type { Phone } from './phone.ts';
import { receiver } from './receiver.ts';
import type { SimulatedServer } from './server.ts';

/** Fault of one request of an action: the nth, or the first hand-over if `nth` is 0. */
export type Fault =
  | { kind: 'requestLost' | 'replyLost' | 'doubled'; nth: number }
  | { kind: 'late'; nth: number; minutes: number }
  | { kind: 'dropped'; nth: number; statement: number };

/** A request under way that arrives later. */
interface LateRequest {
  at: number;
  deliver(): Promise<void>;
}

/** A violated promise. `rule` names it. */
export class Violation extends Error {
  readonly rule: string;
  constructor(rule: string, found: string) {
    super(`${rule}: ${found}`);
    this.rule = rule;
  }
}

/** Throws if something was found that breaks a rule. */
export function forbid(rule: string, found: unknown): void {
  if (found) throw new Violation(rule, String(found));
}

export interface World {
  server: SimulatedServer;
  model: Model;
  phones: Phone[];
  /** The server's clock, ms since 1970. */
  now: number;
  late: LateRequest[];
  /** Fault of the current action, and how many requests it has sent. */
  fault: Fault | undefined;
  sent: number;
  tokens: Map<string, string>;
  /** Addresses of pictures that could be read. */
  seenPictures: Set<string>;
  /** The events in words. */
  trace: string[];
}

export async function setClock(world: World, now: number): Promise<void> {
  world.now = Math.max(world.now, now);
  setNow(world.now);
  await world.server.setClock(world.now);
}

/** Time of day on the business's clock. */
export const showTime = (moment: number): string => DateTime.fromMillis(moment, { zone: TIME_ZONE }).toFormat('HH:mm');

/** Creates a world around a server, whose clock shows `start`. */
export async function openWorld(startServer: () => Promise<SimulatedServer>, start: number): Promise<World> {
  const server = await startServer();
  receiver.reset();
  const nothing = {
    phones: [],
    late: [],
    fault: undefined,
    sent: 0,
    tokens: new Map(),
    seenPictures: new Set<string>(),
    trace: [],
  };
  const world: World = { server, model: createModel(), now: start, ...nothing };
  await setClock(world, start);
  return world;
}
