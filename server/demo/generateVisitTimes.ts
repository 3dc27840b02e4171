import { newId } from '../../frame/server/db/newId.ts';
import type { AppointmentRow, VisitTimeRow } from '../store/schema.ts';
import type { Random } from './random.ts';

const MINUTE = 60_000;

/** How long the demo's visits took that were made, and the ways to them. */
export function generateVisitTimes(random: Random, rows: readonly AppointmentRow[]): VisitTimeRow[] {
  return rows
    .filter(({ status }) => status === 'Completed')
    .flatMap(({ scheduled_at: begun }) => {
      const door = random.int(7, 24);
      const ended = begun + door * MINUTE;
      return [
        { id: newId(begun), part: 'between', minutes: random.int(9, 48), made_at: begun },
        { id: newId(ended), part: 'door', minutes: door, made_at: ended },
      ] satisfies VisitTimeRow[];
    });
}
