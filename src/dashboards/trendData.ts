import type { LaboratoryDashboard } from '../wire/dashboardApi.ts';

/** Weekly appointments of one laboratory. */
export interface TrendLine {
  id: string;
  name: string;
  /** Null for a week without data. */
  counts: (number | null)[];
}

/** Returns the chart's lines: the own laboratory, then the busiest others. Counts belong to weeks by index (spec 3). */
export function toTrendLines({ weeks, ownCounts, topLaboratories }: LaboratoryDashboard, ownName: string): TrendLine[] {
  const aligned = (counts: number[]) => weeks.map((_, week) => counts[week] ?? null);
  return [
    { id: 'own', name: ownName, counts: aligned(ownCounts) },
    ...topLaboratories.map(({ name, counts }, index) => ({ id: `top-${index}`, name, counts: aligned(counts) })),
  ];
}
