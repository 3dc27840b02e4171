import { createRandom } from './seededRandom.ts';

/** Reproducible random choices. */
export class Random {
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly next: () => number;

  constructor(seed: number) {
    this.next = createRandom(seed);
  }

  /** An integer from `from` to `to`, both inclusive. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  /** True with a probability of `share` (0 to 1). */
  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.int(0, list.length - 1)] as T;
  }

  /** One of the values by their weights. */
  weighted<T>(choices: readonly (readonly [T, number])[]): T {
    let left = this.next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [value, weight] of choices) {
      left -= weight;
      if (left < 0) return value;
    }
    return (choices.at(-1) as readonly [T, number])[0];
  }
}
