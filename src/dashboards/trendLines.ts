import type { LaboratoryDashboard } from '../wire/dashboardApi.ts';

/** Weekly appointments of one laboratory. */
export interface TrendLine {
  id: string;
  name: string;
  /** Null for a week without data. */
  counts: (number | null)[];
}

/** Aligns weeks by index (spec 3). */
export function toTrendLines({ weeks, ownCounts, topLaboratories }: LaboratoryDashboard, ownName: string): TrendLine[] {
  const aligned = (counts: number[]) => weeks.map((_, week) => counts[week] ?? null);
  return [
    { id: 'own', name: ownName, counts: aligned(ownCounts) },
    ...topLaboratories.map(({ name, counts }, index) => ({ id: `top-${index}`, name, counts: aligned(counts) })),
  ];
}

/** Moves `heights` (px from the top) at least `gap` apart and above `bottom`. Keeps their order. */
export function spreadLabels(heights: readonly number[], gap: number, bottom: number): number[] {
  const order = heights.map((_, index) => index).sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0));
  const placed = [...heights];
  let least = Number.NEGATIVE_INFINITY;
  for (const index of order) {
    placed[index] = Math.max(heights[index] ?? 0, least);
    least = (placed[index] ?? 0) + gap;
  }
  let most = bottom;
  for (const index of order.reverse()) {
    placed[index] = Math.min(placed[index] ?? 0, most);
    most = (placed[index] ?? 0) - gap;
  }
  return placed;
}
