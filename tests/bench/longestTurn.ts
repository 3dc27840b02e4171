const spent = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * Measures the longest event loop turn of this process since the last `reset`, in ms of CPU time. CPU time between two
 * ticks is at most one long turn and some short ones, whatever else the machine does.
 */
export function watchTurns(): { longest(): number; reset(): void } {
  let [last, longest] = [spent(), 0];
  let at = Number(process.hrtime.bigint() / 1000n);
  (globalThis as any).longTurns = [];
  setInterval(() => {
    const now = spent();
    longest = Math.max(longest, now - last);
    const here = Number(process.hrtime.bigint() / 1000n);
    if (now - last > 18) (globalThis as any).longTurns.push([at, here, now - last]);
    at = here;
    last = now;
  }, 1).unref();
  return {
    longest: () => longest,
    reset() {
      [last, longest] = [spent(), 0];
    },
  };
}
