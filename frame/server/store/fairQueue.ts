/** How much is done at a time: in all, and for one person. */
interface Share {
  most: number;
  each: number;
}

interface Waiting {
  person: string | undefined;
  begin(): void;
}

/**
 * Begins work as it comes, at most so much at a time, and so much for one person: what they ask for beyond that waits,
 * and others' is begun before it. Work that is nobody's counts in all alone.
 */
export function fairQueue({ most, each }: Share) {
  const waiting: Waiting[] = [];
  const underWay: (string | undefined)[] = [];

  const fits = ({ person }: Waiting) =>
    underWay.length < most && (person === undefined || underWay.filter((one) => one === person).length < each);
  function next(): void {
    for (;;) {
      const at = waiting.findIndex(fits);
      const [one] = at < 0 ? [] : waiting.splice(at, 1);
      if (!one) return;
      underWay.push(one.person);
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
      next();
    }
  };
}
