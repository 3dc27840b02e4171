interface QueueLimits {
  maxTotal: number;
  maxPerPerson: number;
}

interface QueuedTask {
  person: string | undefined;
  round: number;
  begin(): void;
}

/**
 * Creates a queue that runs tasks in rounds, within the limits. Each person has one task per round, in the order of
 * arrival, so nobody waits for ever.
 * Tasks without a person share one turn and count only towards the global limit.
 */
export function createFairQueue({ maxTotal, maxPerPerson }: QueueLimits) {
  const waiting: QueuedTask[] = [];
  const running: (string | undefined)[] = [];
  /** Round of each person's last task, if it is not over. Who comes back does not overtake those who wait. */
  const lastRounds = new Map<string | undefined, number>();
  /** Highest round of a task that began. */
  let currentRound = 0;

  const fits = ({ person }: QueuedTask) =>
    running.length < maxTotal &&
    (person === undefined || running.filter((one) => one === person).length < maxPerPerson);
  function enterRound(round: number): void {
    if (round <= currentRound) return;
    currentRound = round;
    for (const [person, last] of lastRounds) if (last < round) lastRounds.delete(person);
  }
  function runNext(): void {
    for (;;) {
      const [task] = waiting.filter(fits).toSorted((a, b) => a.round - b.round);
      if (!task) return;
      waiting.splice(waiting.indexOf(task), 1);
      running.push(task.person);
      enterRound(task.round);
      task.begin();
    }
  }

  return async <T>(person: string | undefined, work: () => Promise<T>): Promise<T> => {
    await new Promise<void>((begin) => {
      const round = Math.max(currentRound, (lastRounds.get(person) ?? -1) + 1);
      lastRounds.set(person, round);
      waiting.push({ person, round, begin });
      runNext();
    });
    try {
      return await work();
    } finally {
      running.splice(running.indexOf(person), 1);
      runNext();
    }
  };
}
