const MINUTE = 60_000;
/** Tubes drawn in the same period are handed over together. */
const HAND_OVER_PERIOD = 120 * MINUTE;
/** From the last draw to the hand-over, and on to the end of the scan. */
const TRAVEL_TIME = 25 * MINUTE;
const SCAN_TIME = 20 * MINUTE;

export interface CarriedTube {
  drawnBy: string;
  laboratory: string;
  drawnAt: number;
  state: string;
}

interface HandOverRound<T extends CarriedTube> {
  drawnBy: string;
  laboratory: string;
  tubes: T[];
  givenAt: number;
  /** End of the scan; null before it. */
  closedAt: number | null;
}

/** Groups tubes into hand-overs, oldest first. Tubes still in hand are left out. */
export function groupIntoHandOvers<T extends CarriedTube>(tubes: readonly T[], now = Date.now()): HandOverRound<T>[] {
  const given = tubes.filter(({ state }) => state !== 'drawn');
  const together = Map.groupBy(given, ({ drawnBy, laboratory, drawnAt, state }) =>
    [drawnBy, laboratory, Math.floor(drawnAt / HAND_OVER_PERIOD), state === 'handedOver'].join(' '),
  );
  const rounds = [...together.values()].map((some): HandOverRound<T> => {
    const { drawnBy, laboratory, state } = some[0] as T;
    const givenAt = Math.min(now, Math.max(...some.map(({ drawnAt }) => drawnAt)) + TRAVEL_TIME);
    const closedAt = state === 'handedOver' ? null : Math.min(now, givenAt + SCAN_TIME);
    return { drawnBy, laboratory, tubes: some, givenAt, closedAt };
  });
  return rounds.toSorted((a, b) => a.givenAt - b.givenAt);
}
