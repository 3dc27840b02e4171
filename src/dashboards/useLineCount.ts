import { useStore } from 'ra-core';
import { useEffect } from 'react';

/**
 * Number of lines to reserve for a list: its length, or the stored last length while it loads. Prevents layout shifts.
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
