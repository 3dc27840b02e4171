import { SERVER_DEVICE } from '../wire/custodyApi.ts';
import type { CustodyRow } from './custodyTable.ts';

export interface TubeDraw {
  visit: string;
  by: string;
  /** Milliseconds since 1970 of the draw, as its record says. */
  at: number;
  /** The same of its hand-overs. */
  given: readonly number[];
}

/**
 * Returns a function that decides if a phone's step about a label counts ('own') or not ('foreign'). It follows the
 * server's own steps, as phones may report before the label is bound. `rows` are all events of the label; `drawn`
 * replaces a missing draw. Before any draw is known, steps keep their stored standing.
 */
export function createStandingResolver(
  rows: readonly CustodyRow[],
  drawn?: Pick<TubeDraw, 'visit' | 'by'>,
): (row: CustodyRow) => string {
  const own = rows.filter(({ device }) => device === SERVER_DEVICE);
  const bound = own.filter(({ code }) => code === 'S39').map(({ visit, account_id }) => ({ visit, by: account_id }));
  const draws = bound.length > 0 || !drawn ? bound : [drawn];
  const given = own.filter(({ code }) => code === 'S41').map(({ account_id }) => account_id);
  const givers = given.length > 0 ? given : draws.map(({ by }) => by);
  return (row) => {
    const { device, code, visit, standing, account_id: by } = row;
    if (device === SERVER_DEVICE || standing !== 'own' || draws.length === 0) return standing;
    const fits = code === 'S41' ? givers.includes(by) : draws.some((one) => one.visit === visit && one.by === by);
    return fits ? 'own' : 'foreign';
  };
}

const MERGE_WINDOW_MS = 3_600_000;

/**
 * Removes each server's step that a valid phone step repeats, so that it shows once. Both must have arrived within an
 * hour. The phone's time must fit the tube's record, as a phone may backdate a step.
 */
export function removeRepeatedSteps<T extends CustodyRow>(
  steps: readonly T[],
  drawn?: Pick<TubeDraw, 'at' | 'given'>,
): T[] {
  const fitsRecord = ({ code, made_at }: T) => {
    const times = code === 'S39' ? [drawn?.at ?? []].flat() : (drawn?.given ?? []);
    return times.length === 0 || times.some((at) => Math.abs(Date.parse(made_at) - at) < MERGE_WINDOW_MS);
  };
  const isServerStep = ({ device }: T) => device === SERVER_DEVICE;
  const phones = steps.filter((one) => !isServerStep(one) && one.standing === 'own' && fitsRecord(one));
  return steps.filter((one) => {
    const same = phones.findIndex(
      ({ code, account_id, received_at }) =>
        code === one.code && account_id === one.account_id && Math.abs(received_at - one.received_at) < MERGE_WINDOW_MS,
    );
    if (!isServerStep(one) || same < 0) return true;
    phones.splice(same, 1);
    return false;
  });
}
