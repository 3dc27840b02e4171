import { expect, test } from 'vitest';
import type { Temperature } from '../../../src/wire/orderApi.ts';
import { listGaps, type OrderReadiness } from '../server/orderGaps.ts';
import { proposeTime } from '../server/proposedTime.ts';
import { computeDeadline, type PlannedTest, planTubes, type TubeKind } from '../server/tubePlan.ts';

const kind = (name: string, drawOrder: number, volume: number, minimum = 0): TubeKind => ({
  id: name,
  name,
  cap: 'other',
  additive: '',
  drawOrder,
  volume,
  minimum,
});
const KINDS = {
  culture: kind('culture', 1, 10, 8),
  citrate: kind('citrate', 2, 2.7, 2.4),
  serum: kind('serum', 3, 10, 2),
  heparin: kind('heparin', 4, 4),
  edta: kind('edta', 5, 4, 2),
  fluoride: kind('fluoride', 6, 2),
};
type Name = keyof typeof KINDS;
interface More {
  own?: true;
  keeps?: [number, Temperature];
  laboratory?: string;
}
let count = 0;
const asked = (name: Name, volume: number, { own, keeps, laboratory = 'A' }: More = {}): PlannedTest => ({
  id: String(++count),
  name: `${name} ${volume}${keeps ? ` ${keeps}` : ''}`,
  kind: KINDS[name],
  volume,
  ownTube: own ?? false,
  laboratory,
  stability: keeps ? { hours: keeps[0], temperature: keeps[1], source: 'S', statedOn: '2026-01-01' } : null,
});
const tubesOf = (tests: PlannedTest[]) =>
  planTubes(tests).map(({ kind: { name }, fill, tests: in_ }) => `${name}: ${fill} (${in_.length})`);
const many = (name: Name, ...volumes: number[]) => volumes.map((volume) => asked(name, volume));

test.each<[string, PlannedTest[], string[]]>([
  ['plans no tube without tests', [], []],
  ['fills one tube to its minimum for one test', [asked('serum', 0.5)], ['serum: 2 (1)']],
  ['lets tests of a kind share a tube', many('serum', 1, 1.5, 0.5), ['serum: 3 (3)']],
  [
    'sorts kinds in the order of draw',
    [
      ...many('fluoride', 1),
      ...many('edta', 2),
      ...many('serum', 2),
      ...many('citrate', 2.7),
      ...many('heparin', 1),
      ...many('culture', 8),
    ],
    ['culture: 8 (1)', 'citrate: 2.7 (1)', 'serum: 2 (1)', 'heparin: 1 (1)', 'edta: 2 (1)', 'fluoride: 1 (1)'],
  ],
  ['begins another tube for tests that do not fit', many('edta', 3, 2), ['edta: 3 (1)', 'edta: 2 (1)']],
  ['fills a tube exactly: 0.1 and 0.2 are 0.3', many('heparin', 0.1, 0.2, 3.7), ['heparin: 4 (3)']],
  // First-fit decreasing would take four.
  ['uses the fewest tubes', many('serum', 5, 5, 4, 4, 3, 3, 3, 3), ['serum: 10 (2)', 'serum: 10 (3)', 'serum: 10 (3)']],
  ['splits a volume over several tubes', [asked('culture', 20)], ['culture: 10 (1)', 'culture: 10 (1)']],
  ['shares the rest of a split volume', [asked('edta', 5), asked('edta', 3)], ['edta: 4 (2)', 'edta: 4 (1)']],
  [
    'keeps a test that needs its own tube apart',
    [asked('edta', 1, { own: true }), asked('edta', 1)],
    ['edta: 2 (1)', 'edta: 2 (1)'],
  ],
  [
    'keeps laboratories apart',
    [asked('edta', 1, { laboratory: 'A' }), asked('edta', 1, { laboratory: 'B' })],
    ['edta: 2 (1)', 'edta: 2 (1)'],
  ],
  [
    'keeps different storage temperatures apart',
    [asked('edta', 1, { keeps: [24, 'room'] }), asked('edta', 1, { keeps: [2, 'refrigerated'] })],
    ['edta: 2 (1)', 'edta: 2 (1)'],
  ],
  [
    'lets tests without a stated temperature share a tube',
    [asked('edta', 1, { keeps: [24, 'room'] }), asked('edta', 1)],
    ['edta: 2 (2)'],
  ],
])('%s', (_name, tests, tubes) => {
  // The order of tests does not matter.
  for (const order of [tests, tests.toReversed()]) expect(tubesOf(order).toSorted()).toEqual(tubes.toSorted());
  const drawn = planTubes(tests).map((tube) => tube.kind.drawOrder);
  expect(drawn).toEqual(drawn.toSorted((a, b) => a - b));
});

test('plans a large order fast without overfilling a tube', () => {
  const tests = Array.from({ length: 40 }, (_, index) => asked('serum', 0.7 + ((index * 37) % 50) / 10));
  const tubes = planTubes(tests);
  expect(tubes.flatMap((tube) => tube.tests)).toHaveLength(40);
  for (const tube of tubes) expect(tube.fill).toBeLessThanOrEqual(10);
  const least = Math.ceil(tests.reduce((sum, { volume }) => sum + volume, 0) / 10);
  expect(tubes.length - least).toBeLessThanOrEqual(1);
});

test('limits a tube by its shortest test, and reports missing stabilities', () => {
  const [tube] = planTubes([
    asked('serum', 1, { keeps: [8, 'room'] }),
    asked('serum', 2, { keeps: [4, 'room'] }),
    asked('serum', 0.3),
  ]);
  expect(tube?.stability?.hours).toBe(4);
  expect(tube?.unstatedTests).toEqual(['serum 0.3']);
  const [unknown] = planTubes([asked('serum', 1)]);
  expect([unknown?.stability, unknown && computeDeadline(unknown, 0)]).toEqual([null, null]);
});

const inNewYork = (moment: number) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', timeStyle: 'short', dateStyle: 'short' }).format(
    moment,
  );
test.each([
  // The clock goes back at 2:00, so 24 hours later is an hour earlier by the clock; in spring an hour later.
  ['2026-10-31T13:00:00Z', 24, '11/1/26, 8:00 AM'],
  ['2026-11-01T05:30:00Z', 1, '11/1/26, 1:30 AM'],
  ['2026-03-08T06:30:00Z', 1, '3/8/26, 3:30 AM'],
  ['2026-03-07T14:00:00Z', 24, '3/8/26, 10:00 AM'],
  ['2026-06-01T14:00:00Z', 0.5, '6/1/26, 10:30 AM'],
])('adds hours across clock changes: %s and %d h (spec 17.6)', (drawn, hours, deadline) => {
  const [tube] = planTubes([asked('edta', 1, { keeps: [hours, 'room'] })]);
  expect(tube && inNewYork(computeDeadline(tube, Date.parse(drawn)) ?? 0).replaceAll('\u202f', ' ')).toBe(deadline);
});

test.each([
  // Friday to Monday by default. The clock goes forward on March 8; nine stays nine.
  ['the next working day', '2026-03-05T14:00:00Z', '2026-03-06T15:00:00Z', [], '3/9/26, 9:00 AM'],
  [
    'the next day that the laboratory works',
    '2026-03-05T14:00:00Z',
    '2026-03-06T15:00:00Z',
    ['Saturday'],
    '3/7/26, 9:00 AM',
  ],
  ['not today, though it works', '2026-03-05T14:00:00Z', '2026-03-09T12:00:00Z', ['Monday'], '3/16/26, 9:00 AM'],
  ['today, late in the evening', '2026-03-05T14:00:00Z', '2026-03-10T03:30:00Z', [], '3/10/26, 9:00 AM'],
  ['a time that the clocks skip', '2026-03-01T07:30:00Z', '2026-03-07T12:00:00Z', ['Sunday'], '3/8/26, 3:30 AM'],
])('proposes a redraw for %s', (_, first, now, days, proposed) => {
  const at = proposeTime(Date.parse(first), 'America/New_York', days, Date.parse(now));
  expect(inNewYork(at).replaceAll('\u202f', ' ')).toBe(proposed);
});

const COMPLETE: OrderReadiness = {
  orderedBy: 'Dr. Osei',
  documentNeeded: false,
  fasting: 'notAsked',
  tests: 2,
  fastingHours: 0,
  timeOpen: false,
  agreedAt: 0,
};
test.each<[string, OrderReadiness | undefined, number, string[]]>([
  ['no order', undefined, 3, ['noOrder']],
  ['all there', COMPLETE, 0, []],
  ['no ordering physician', { ...COMPLETE, orderedBy: null }, 0, ['incomplete']],
  ['no tests', { ...COMPLETE, tests: 0 }, 0, ['incomplete']],
  ['a proposed time', { ...COMPLETE, timeOpen: true }, 0, ['timeOpen']],
  ['fasting not asked', { ...COMPLETE, fastingHours: 8 }, 0, ['fasting']],
  ['fasting confirmed', { ...COMPLETE, fastingHours: 8, fasting: 'confirmed' }, 0, []],
  ['not fasting', { ...COMPLETE, fastingHours: 8, fasting: 'notFasting' }, 0, ['notFasting']],
  ['not fasting, and no test requires it', { ...COMPLETE, fasting: 'notFasting' }, 0, []],
  ['a document is needed', { ...COMPLETE, documentNeeded: true }, 0, ['document']],
  ['a document is there', { ...COMPLETE, documentNeeded: true }, 1, []],
  [
    'all of it',
    { ...COMPLETE, tests: 0, documentNeeded: true, fastingHours: 1 },
    0,
    ['incomplete', 'fasting', 'document'],
  ],
])('lists gaps before departure: %s', (_name, order, documents, gaps) => {
  expect(listGaps(order, documents)).toEqual(gaps);
});
