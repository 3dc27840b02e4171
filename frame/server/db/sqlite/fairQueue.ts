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
  const running: (string | undefined)[] = [];
  /** Sequence number of each person's last task. */
  const lastTurns = new Map<string | undefined, number>();
  let count = 0;

  const fits = ({ person }: QueuedTask) =>
    running.length < maxTotal &&
    (person === undefined || running.filter((one) => one === person).length < maxPerPerson);
  function runNext(): void {
    for (;;) {
      const getTurn = ({ person }: QueuedTask) => lastTurns.get(person) ?? 0;
      const [task] = waiting.filter(fits).toSorted((a, b) => getTurn(a) - getTurn(b));
      if (!task) return;
      waiting.splice(waiting.indexOf(task), 1);
      running.push(task.person);
      lastTurns.set(task.person, ++count);
      task.begin();
    }
  }

  return async <T>(person: string | undefined, work: () => Promise<T>): Promise<T> => {
    await new Promise<void>((begin) => {
      waiting.push({ person, begin });
      runNext();
    });
    try {
      return await work();
    } finally {
      running.splice(running.indexOf(person), 1);
      if (!running.includes(person) && !waiting.some((other) => other.person === person)) lastTurns.delete(person);
      runNext();
    }
  };
}
