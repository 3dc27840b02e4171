import { setTimeout as delay } from 'node:timers/promises';
import { makePlace } from '../api/process.ts';
import { VISIT } from '../api/samples.ts';
import { type Row, tally } from './tally.ts';

const WORK = 1500;
const CLIENTS = 4;

/** Kills a working server repeatedly and checks that all acknowledged writes survived. */
export async function kills(signal: 'SIGKILL' | 'SIGTERM', rounds: number): Promise<Row> {
  const row = tally(signal === 'SIGKILL' ? 'kill -9' : 'SIGTERM');
  const place = await makePlace({ MAX_DELAY_MS: '60000' });
  const made = new Set<string>();
  try {
    for (let round = 0; round < rounds; round++) {
      const server = await place.start();
      const token = await server.signIn('laboratory');
      let over = false;
      const work = async () => {
        while (!over)
          try {
            const { http, data } = await server.call('laboratoryCreateAppointment', { token, body: VISIT });
            if (http === 200) made.add(data._id);
          } catch {
            return;
          }
      };
      const all = Promise.all(Array.from({ length: CLIENTS }, work));
      await delay(WORK);
      await server.end(signal);
      over = true;
      await all;
    }
    const kept = await place.services.db.selectFrom('appointments').select('id').execute();
    const there = new Set(kept.map(({ id }) => id));
    for (const id of made) row.check(there.has(id), () => `${id} was acknowledged and is not there`);
    row.check(made.size > 0, () => 'nothing was acknowledged');
  } finally {
    await place.remove();
  }
  return row;
}
