import { useStore } from 'ra-core';
import { useEffect } from 'react';

/**
 * The lines to keep free for a list of at most so many: as many as it has, and until it is there as many as it had the
 * last time, so that what stands below does not jump.
 */
export function useLineCount(name: string, count: number | undefined, most: number): number {
  const [before, setBefore] = useStore(`dashboard.${name}`, 1);
  const lines = Math.min(Math.max(count ?? before, 1), most);
  const loaded = count !== undefined;
  useEffect(() => {
    if (loaded) setBefore(lines);
  }, [loaded, lines, setBefore]);
  return lines;
}
