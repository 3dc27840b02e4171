/** How much is done at a time: in all, and for one person. */
interface QueueLimits {
  maxTotal: number;
  maxPerPerson: number;
}

interface QueuedTask {
  person: string | undefined;
  begin(): void;
}

/**
 * Begins work as it comes, at most so much at a time, and so much for one person: what they ask for beyond that waits,
 * and others' is begun before it. Of several who wait, the one whose work was begun longest ago is next. Work without a
 * person counts only towards the global limit.
 */
export function createFairQueue({ maxTotal: most, maxPerPerson: each }: QueueLimits) {
  const waiting: QueuedTask[] = [];
  const underWay: (string | undefined)[] = [];
  /** When each person's work was begun last, counted; of those who wait or work alone. */
  const begun = new Map<string | undefined, number>();
  let count = 0;

  const fits = ({ person }: QueuedTask) =>
    underWay.length < most && (person === undefined || underWay.filter((one) => one === person).length < each);
  function next(): void {
    for (;;) {
      const turnOf = ({ person }: QueuedTask) => begun.get(person) ?? 0;
      const [one] = waiting.filter(fits).toSorted((a, b) => turnOf(a) - turnOf(b));
      if (!one) return;
      waiting.splice(waiting.indexOf(one), 1);
      underWay.push(one.person);
      begun.set(one.person, ++count);
      one.begin();
    }
  }

  return async <T>(person: string | undefined, work: () => Promise<T>): Promise<T> => {
    await new Promise<void>((begin) => {
      waiting.push({ person, begin });
      next();
    });
    try {
      return await work();
    } finally {
      underWay.splice(underWay.indexOf(person), 1);
      if (!underWay.includes(person) && !waiting.some((other) => other.person === person)) begun.delete(person);
      next();
    }
  };
}
