import { useState } from 'react';
import { useFailure } from './useFailure.ts';

type Run = (work: () => Promise<unknown>) => Promise<void>;

/**
 * Returns whether work is running, and a function that runs it and shows its error as a toast.
 * @example const [busy, run] = usePending();
 */
export function usePending(): [pending: boolean, run: Run] {
  const fail = useFailure();
  const [pending, setPending] = useState(false);
  const run: Run = async (work) => {
    setPending(true);
    await work().catch(fail);
    setPending(false);
  };
  return [pending, run];
}
