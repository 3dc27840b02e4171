/** Tasks that run at a time, in total and per person. */
interface QueueLimits {
  maxTotal: number;
  maxPerPerson: number;
}

interface QueuedTask {
  person: string | undefined;
  begin(): void;
}

/**
 * Creates a queue that runs tasks in order, within the limits. The person whose last task began longest ago goes first.
 * Tasks without a person count only towards the global limit.
 */
export function createFairQueue({ maxTotal, maxPerPerson }: QueueLimits) {
  const waiting: QueuedTask[] = [];
  const underWay: (string | undefined)[] = [];
  /** Sequence number of each person's last task. */
  const begun = new Map<string | undefined, number>();
  let count = 0;

  const fits = ({ person }: QueuedTask) =>
    underWay.length < maxTotal &&
    (person === undefined || underWay.filter((one) => one === person).length < maxPerPerson);
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
