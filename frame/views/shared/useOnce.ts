import { useCallback, useRef } from 'react';

/**
 * Wraps `run` to ignore calls while one runs; they return undefined. For a double tap `disabled` comes too late: it needs
 * a render.
 * @example const send = useOnce(() => request(bookCalls.lend, { params: { id } }));
 */
export function useOnce<A extends unknown[], R>(
  run: (...args: A) => Promise<R>,
): (...args: A) => Promise<R | undefined> {
  const running = useRef(false);
  const latest = useRef(run);
  latest.current = run;
  return useCallback(async (...args: A) => {
    if (running.current) return undefined;
    running.current = true;
    try {
      return await latest.current(...args);
    } finally {
      running.current = false;
    }
  }, []);
}
