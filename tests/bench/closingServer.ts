import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import '../../server/main.ts';
import { watchTurns } from './longestTurn.ts';

// A server that writes its longest event loop turn since the last signal to the file `turn`, on SIGUSR2.
const turns = watchTurns();
process.on('SIGUSR2', () => {
  writeFileSync(join(process.env.DATA_DIR ?? '', 'turn'), String(turns.longest()));
  turns.reset();
});
