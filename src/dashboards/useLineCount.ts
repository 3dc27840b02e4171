import { useStore } from 'ra-core';
import { useEffect } from 'react';

/**
 * Number of lines to reserve for a list: its length, or the stored last length while it loads, at first `initial`.
 * Prevents layout shifts.
 */
export function useLineCount(name: string, count: number | undefined, most: number, initial = 1): number {
  const [before, setBefore] = useStore(`dashboard.${name}`, initial);
  const lines = Math.min(Math.max(count ?? before, 1), most);
  const loaded = count !== undefined;
  useEffect(() => {
    if (loaded) setBefore(lines);
  }, [loaded, lines, setBefore]);
  return lines;
}
