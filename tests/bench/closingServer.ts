import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import '../../server/main.ts';

// A server that writes its longest event loop turn since the last signal to the file `turn`, on SIGUSR2.
const spent = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
// CPU time between two ticks is at most one long turn and some short ones, whatever else the machine does.
let [last, longest] = [spent(), 0];
setInterval(() => {
  const now = spent();
  longest = Math.max(longest, now - last);
  last = now;
}, 1).unref();
process.on('SIGUSR2', () => {
  writeFileSync(join(process.env.DATA_DIR ?? '', 'turn'), String(longest));
  longest = 0;
});
