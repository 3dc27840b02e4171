import type { Cap, Temperature } from '../../../src/wire/orderApi.ts';

/** Volumes are in millilitres. */
export interface TubeKind {
  id: string;
  name: string;
  cap: Cap;
  additive: string;
  /** 1 is filled first. */
  drawOrder: number;
  volume: number;
  /** Minimum fill. */
  minimum: number;
}

export interface Stability {
  hours: number;
  temperature: Temperature;
  source: string;
  /** YYYY-MM-DD. */
  statedOn: string;
}

export interface PlannedTest {
  id: string;
  name: string;
  kind: TubeKind;
  volume: number;
  /** Needs a tube of its own. */
  ownTube: boolean;
  laboratory: string;
  /** Null if the laboratory stated none. */
  stability: Stability | null;
}

export interface PlannedTube {
  kind: TubeKind;
  laboratory: string;
  tests: PlannedTest[];
  /** Millilitres. */
  fill: number;
  temperature: Temperature | null;
  /** The shortest stated stability. */
  stability: (Stability & { test: string }) | null;
  unstatedTests: string[];
}

interface Portion {
  test: PlannedTest;
  /** Microlitres: integers avoid rounding errors. */
  size: number;
}
/** A tube while the tests are distributed (bin packing). */
interface Bin {
  portions: Portion[];
  leftMicrolitres: number;
}

const microlitres = (millilitres: number) => Math.round(millilitres * 1000);
const MAX_SEARCH_STEPS = 20_000;

const getTemperature = (bin: Bin): Temperature | null =>
  bin.portions.find(({ test }) => test.stability)?.test.stability?.temperature ?? null;

function fits(bin: Bin, { test, size }: Portion): boolean {
  if (size > bin.leftMicrolitres) return false;
  const temperature = getTemperature(bin);
  return !temperature || !test.stability || test.stability.temperature === temperature;
}

/** Packs portions into the fewest tubes of `capacity` (microlitres), or the best found in MAX_SEARCH_STEPS. */
function packBins(portions: readonly Portion[], capacity: number): Bin[] {
  const ordered = portions.toSorted((a, b) => b.size - a.size || a.test.name.localeCompare(b.test.name));
  const least = Math.ceil(ordered.reduce((sum, { size }) => sum + size, 0) / capacity);
  let best: Bin[] | undefined;
  let steps = 0;
  const place = (index: number, bins: readonly Bin[]): void => {
    steps += 1;
    const portion = ordered[index];
    if (best && (bins.length >= best.length || best.length <= least)) return;
    if (!portion) {
      best = bins.map((bin) => ({ ...bin }));
      return;
    }
    const put = (bin: Bin): Bin => ({
      portions: [...bin.portions, portion],
      leftMicrolitres: bin.leftMicrolitres - portion.size,
    });
    const tried = new Set<string>();
    for (const [position, bin] of bins.entries()) {
      const alike = `${bin.leftMicrolitres} ${getTemperature(bin)}`;
      if (!fits(bin, portion) || tried.has(alike)) continue;
      tried.add(alike);
      place(index + 1, bins.with(position, put(bin)));
      if (best && steps > MAX_SEARCH_STEPS) return;
    }
    place(index + 1, [...bins, put({ portions: [], leftMicrolitres: capacity })]);
  };
  place(0, []);
  return best ?? [];
}

/** Fills whole tubes with a large test. `rest` may share a tube with other tests; a test with `ownTube` leaves none. */
function splitTest(test: PlannedTest): { full: Bin[]; rest: Portion[] } {
  const capacity = microlitres(test.kind.volume);
  const size = microlitres(test.volume);
  const alone = (filled: number): Bin => ({ portions: [{ test, size: filled }], leftMicrolitres: capacity - filled });
  const full = Array.from({ length: Math.floor(size / capacity) }, () => alone(capacity));
  const rest = size % capacity;
  if (rest === 0) return { full, rest: [] };
  return test.ownTube ? { full: [...full, alone(rest)], rest: [] } : { full, rest: [{ test, size: rest }] };
}

function toPlannedTube(bin: Bin, kind: TubeKind, laboratory: string): PlannedTube {
  const tests = bin.portions.map(({ test }) => test).toSorted((a, b) => a.name.localeCompare(b.name));
  const stated = tests.flatMap(({ name, stability }) => (stability ? [{ ...stability, test: name }] : []));
  const [shortest = null] = stated.toSorted((a, b) => a.hours - b.hours);
  return {
    kind,
    laboratory,
    tests,
    fill: Math.max(kind.minimum, kind.volume - bin.leftMicrolitres / 1000),
    temperature: shortest?.temperature ?? null,
    stability: shortest,
    unstatedTests: tests.filter(({ stability }) => !stability).map(({ name }) => name),
  };
}

/** Plans the fewest tubes, in the order of draw. One tube has one laboratory, kind and storage temperature. */
export function planTubes(tests: readonly PlannedTest[]): PlannedTube[] {
  const groups = Map.groupBy(tests, ({ laboratory, kind }) => `${laboratory} ${kind.id}`);
  const tubes = [...groups.values()].flatMap((group) => {
    const [{ kind, laboratory }] = group as [PlannedTest];
    const parts = group.map(splitTest);
    const shared = packBins(
      parts.flatMap(({ rest }) => rest),
      microlitres(kind.volume),
    );
    return [...parts.flatMap(({ full }) => full), ...shared].map((bin) => toPlannedTube(bin, kind, laboratory));
  });
  const first = ({ tests }: PlannedTube) => tests[0]?.name ?? '';
  return tubes.toSorted(
    (a, b) =>
      a.kind.drawOrder - b.kind.drawOrder ||
      a.kind.name.localeCompare(b.kind.name) ||
      a.laboratory.localeCompare(b.laboratory) ||
      first(a).localeCompare(first(b)),
  );
}

/** Computes until when (ms) a tube must be analysed, in elapsed hours; null without a stated stability. */
export const computeDeadline = ({ stability }: Pick<PlannedTube, 'stability'>, drawnAt: number): number | null =>
  stability && drawnAt + Math.round(stability.hours * 3_600_000);
