import { setImmediate as turn } from 'node:timers/promises';
import { createFairQueue, createReaderPool } from 'portal-frame/internal/server';
import { expect, test } from 'vitest';

/** Creates a queue whose work ends on request, and records the order of starts. */
function queued(most: number, each: number) {
  const queue = createFairQueue({ maxTotal: most, maxPerPerson: each });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, person?: string) =>
    queue(person, () => {
      begun.push(name);
      return new Promise<string>((end) => ends.set(name, () => end(name)));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await turn();
  };
  return { ask, begun, end, queue };
}

test('starts work of others before work beyond one person’s share', async () => {
  const { ask, begun, end } = queued(4, 2);
  const first = ask('a1', 'a');
  for (const name of ['a2', 'a3', 'a4']) void ask(name, 'a');
  for (const name of ['b1', 'c1', 'b2']) void ask(name, name[0]);
  await turn();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1']);
  await end('a1');
  expect(await first).toBe('a1');
  expect(begun.slice(4)).toEqual(['a3']);
  await end('c1');
  expect(begun.slice(5)).toEqual(['b2']);
  await end('a2');
  expect(begun.slice(6)).toEqual(['a4']);
});

test('alternates between people, however much one has queued', async () => {
  const { ask, begun, end } = queued(1, 1);
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void ask(name, name[0]);
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) {
    await turn();
    expect(begun.at(-1)).toBe(name);
    await end(name);
  }
});

test('counts work without an owner only towards the global limit', async () => {
  const { ask, begun } = queued(3, 1);
  for (const name of ['1', '2', '3', '4']) void ask(name);
  await turn();
  expect(begun).toEqual(['1', '2', '3']);
});

test('frees the slot of failed work', async () => {
  const { ask, begun, queue } = queued(1, 1);
  const failing = queue('a', async () => {
    throw new Error('no such table');
  });
  void ask('next', 'a');
  await expect(failing).rejects.toThrow('no such table');
  await turn();
  expect(begun).toEqual(['next']);
});

test('keeps the slot of work that continues after its answer', async () => {
  const begun: string[] = [];
  let end: (value?: unknown) => void = () => {};
  const readers = createReaderPool(
    async (query, hold) => {
      begun.push(query as unknown as string);
      if (begun.length < 3) hold(new Promise((over) => (end = over)));
      throw new Error('too long');
    },
    { close: async () => {}, isBusy: () => false },
  ).forPerson('a');
  const asked = (name: string) => readers.read(name as never);
  await expect(Promise.allSettled([asked('a1'), asked('a2')])).resolves.toMatchObject([
    { reason: { message: 'too long' } },
    { reason: { message: 'too long' } },
  ]);
  const third = asked('a3').catch(() => {});
  await turn();
  expect(begun).toEqual(['a1', 'a2']);
  end();
  await third;
  expect(begun).toEqual(['a1', 'a2', 'a3']);
});

test('leaves capacity for others while one person reads', async () => {
  const begun: unknown[] = [];
  const endless = createReaderPool(
    (query) => {
      begun.push(query);
      return new Promise<never>(() => {});
    },
    { close: async () => {}, isBusy: () => false },
  );
  const asked = (name: string) => name as never;
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8']) void endless.forPerson('a').read(asked(name));
  void endless.forPerson('b').read(asked('b1'));
  await turn();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
});

test('lets nobody who comes back again and again overtake who waits', async () => {
  const { ask, begun, end } = queued(1, 1);
  for (const name of ['a1', 'b1', 'b2', 'c1', 'd1']) void ask(name, name[0]);
  for (let again = 2; again < 12; again++) {
    await turn();
    const name = begun.at(-1) ?? '';
    await end(name);
    // Its person comes back at once.
    if (!name.startsWith('b')) void ask(`${name[0]}${again}`, name[0]);
  }
  await turn();
  expect(begun.slice(0, 5)).toEqual(['a1', 'b1', 'c1', 'd1', 'b2']);
});

/** Milliseconds of work per call. */
const PATHS = { list: 5, overview: 20, report: 120 };

/** Runs 200 clients, each with one request at a time, in simulated time. Returns the durations by path. */
async function simulate(accounts: readonly number[], requests: number): Promise<Map<string, number[]>> {
  const queue = createFairQueue({ maxTotal: 6, maxPerPerson: 2 });
  const times = new Map<string, number[]>(Object.keys(PATHS).map((path) => [path, []]));
  const work: { ends: number; finish: () => void }[] = [];
  let now = 0;
  let left = requests;
  const client = async (account: number, seed: number): Promise<void> => {
    for (let at = seed; left-- > 0; at++) {
      const [path = '', duration = 0] = Object.entries(PATHS)[at % 3] ?? [];
      const asked = now;
      await queue(
        `account ${account}`,
        () => new Promise<void>((finish) => work.push({ ends: now + duration, finish })),
      );
      times.get(path)?.push(now - asked);
    }
  };
  const clients = accounts.flatMap((size, account) => Array.from({ length: size }, (_, at) => client(account, at)));
  for (await turn(); work.length > 0; await turn()) {
    work.sort((one, other) => one.ends - other.ends);
    const next = work.shift();
    now = next?.ends ?? now;
    next?.finish();
  }
  await Promise.all(clients);
  return times;
}

test.each([
  ['three accounts alike', [67, 67, 66]],
  ['three accounts of several sizes', [90, 70, 40]],
  ['twenty accounts', Array.from({ length: 20 }, () => 10)],
])('keeps no call of 200 clients of %s waiting for more than four times the median', async (_, accounts) => {
  for (const [account, times] of await simulate(accounts, 4000)) {
    const sorted = times.toSorted((one, other) => one - other);
    const [median = 0, p99 = 0] = [0.5, 0.99].map((share) => sorted[Math.floor(sorted.length * share)]);
    expect(p99 / median, account).toBeLessThanOrEqual(4);
  }
});
