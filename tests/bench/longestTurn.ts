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
  setInterval(() => {
    const now = spent();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1).unref();
  return {
    longest: () => longest,
    reset() {
      [last, longest] = [spent(), 0];
    },
  };
}
