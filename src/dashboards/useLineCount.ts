import { useStore } from 'ra-core';
import { useEffect } from 'react';

/** Returns the lines to reserve for a list against layout shifts: its length, or its last one while it loads. */
export function useLineCount(name: string, count: number | undefined, most: number, initial = 1): number {
  const [before, setBefore] = useStore(`dashboard.${name}`, initial);
  const lines = Math.min(Math.max(count ?? before, 1), most);
  const loaded = count !== undefined;
  useEffect(() => {
    if (loaded) setBefore(lines);
  }, [loaded, lines, setBefore]);
  return lines;
}
