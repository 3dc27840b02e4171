// TrendChart.tsx imports components, which need a document.
// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { spreadLabels } from '../../src/dashboards/TrendChart.tsx';
import { toTrendLines } from '../../src/dashboards/trendData.ts';

test('aligns weeks by index, with gaps for missing ones and without surplus ones (spec 2.43)', () => {
  const lines = toTrendLines(
    {
      figures: { totalAppointments: 0, pendingAppointments: 0, totalEarnings: 0 },
      weeks: ['a', 'b', 'c'],
      ownCounts: [1, 2, 3],
      topLaboratories: [
        { id: 'x', name: 'Harbor', counts: [4] },
        { id: 'x', name: 'Hill', counts: [5, 6, 7, 8] },
      ],
    },
    'You',
  );
  expect(lines.map(({ name, counts }) => [name, counts])).toEqual([
    ['You', [1, 2, 3]],
    ['Harbor', [4, null, null]],
    ['Hill', [5, 6, 7]],
  ]);
  expect(new Set(lines.map(({ id }) => id)).size).toBe(3);
});

test('moves overlapping names apart, in order and above the bottom', () => {
  expect(spreadLabels([10, 100], 16, 200)).toEqual([10, 100]);
  expect(spreadLabels([52, 50, 51], 16, 200)).toEqual([82, 50, 66]);
  expect(spreadLabels([200, 200, 199], 16, 200)).toEqual([184, 200, 168]);
  expect(spreadLabels([], 16, 200)).toEqual([]);
});
