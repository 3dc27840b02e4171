import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import '../../server/main.ts';
import { watchTurns } from './longestTurn.ts';
import { Session } from 'node:inspector';

const session = process.env.PROF_DIR ? new Session() : undefined;
let count = 0;
session?.connect();
session?.post('Profiler.enable');
session?.post('Profiler.setSamplingInterval', { interval: 1000 });
session?.post('Profiler.start');
// A server that writes its longest event loop turn since the last signal to the file `turn`, on SIGUSR2.
const turns = watchTurns();
process.on('SIGUSR2', () => {
  const longest = turns.longest();
  if (session) {
    session.post('Profiler.stop', (_e, r) => writeFileSync(`${process.env.PROF_DIR}/${String(count++).padStart(3, '0')}.cpuprofile`, JSON.stringify({ longest, turns: (globalThis as any).longTurns.splice(0), ...r.profile })));
    session.post('Profiler.start');
  }
  writeFileSync(join(process.env.DATA_DIR ?? '', 'turn'), String(longest));
  turns.reset();
});
