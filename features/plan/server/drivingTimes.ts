import { z } from 'zod';
import { memoize } from './memoize.ts';
import type { Place } from './zipCodes.ts';

const DAY = 86_400_000;
/** Two blocks of ZIP codes make a request, of the 100 places that a server takes by default. */
const BLOCK = 50;
/** Milliseconds that a request of the portal waits for driving times, and that none are requested after a failure. */
const MAX_WAIT = 1500;
const PAUSE = 60_000;
/** Five days: no road of the country takes longer. */
const MAX_SECONDS = 432_000;

/** Seconds between places; null if no road connects them. */
const seconds = z.number().min(0).max(MAX_SECONDS).nullable();
const tableReply = z.object({ code: z.literal('Ok'), durations: z.array(z.array(seconds)) });

type FindPlace = (zip: string) => Place | null | undefined;

const toBlocks = (zips: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(zips.length / BLOCK) }, (_, index) => zips.slice(index * BLOCK, (index + 1) * BLOCK));

/** Minutes of driving between ZIP codes, from the table call of an OSRM server, kept for a day. */
export class DrivingTimes {
  readonly #url: string;
  readonly #known = new Map<string, Map<string, number>>();
  #since = 0;
  #retryAt = 0;
  #loading: Promise<void> = Promise.resolve();

  constructor(url: string) {
    this.#url = url;
  }

  /** Returns the minutes of the slower direction, so that a way takes the same time from both ends. */
  find(from: string, to: string): number | undefined {
    return this.#known.get(from)?.get(to);
  }

  /** Loads the minutes between these ZIP codes and all others loaded before. Without a reply in time, none are added. */
  load(zips: readonly string[], findPlace: FindPlace): Promise<void> {
    this.#loading = this.#loading.then(() => this.#loadNew(zips, findPlace));
    return this.#loading;
  }

  async #loadNew(zips: readonly string[], findPlace: FindPlace): Promise<void> {
    const now = Date.now();
    if (now < this.#retryAt) return;
    if (now - this.#since > DAY) {
      this.#known.clear();
      this.#since = now;
    }
    const added = [...new Set(zips)].filter((zip) => !this.#known.has(zip) && findPlace(zip));
    const all = [...this.#known.keys(), ...added];
    try {
      const signal = AbortSignal.timeout(MAX_WAIT);
      const found = [];
      for (const rows of toBlocks(added))
        for (const columns of toBlocks(all))
          found.push(...(await this.#request([...new Set([...rows, ...columns])], findPlace, signal)));
      for (const zip of added) this.#known.set(zip, new Map());
      for (const [from, to, minutes] of found) this.#known.get(from)?.set(to, minutes);
    } catch (error) {
      this.#retryAt = Date.now() + PAUSE;
      process.emitWarning(`OSRM_URL gives no driving times: ${error instanceof Error ? error.message : error}`);
    }
  }

  async #request(zips: readonly string[], findPlace: FindPlace, signal: AbortSignal) {
    const places = zips.map((zip) => findPlace(zip)?.toReversed().join(','));
    const url = `${this.#url}/table/v1/driving/${places.join(';')}?annotations=duration`;
    const reply = await fetch(url, { signal, redirect: 'error' });
    const { durations } = tableReply.parse(await reply.json());
    return zips.flatMap((from, row) =>
      zips.flatMap((to, column): [from: string, to: string, minutes: number][] => {
        const [there, back] = [durations[row]?.[column], durations[column]?.[row]];
        return there == null || back == null ? [] : [[from, to, Math.ceil(Math.max(there, back) / 60)]];
      }),
    );
  }
}

/** Returns the driving times of a server (OSRM_URL). */
export const getDrivingTimes = memoize((url: string) => new DrivingTimes(url));
