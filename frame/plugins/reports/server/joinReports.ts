import type { Measure } from 'portal-frame/plugin';
import type { ReportGroup, ReportGroups } from 'portal-frame/server/collections';
import type { SplitGroups } from './splitReport.ts';

interface JoinedReport {
  /** Prefix of its measures in the joined groups. */
  prefix: string;
  measures: readonly Measure[];
  found: ReportGroups;
}

/** Measures of a group that a report does not have: zeros, or null if the report was cut and may have the group. */
const createMissing = ({ measures, found: { more } }: JoinedReport): ReportGroup['values'] =>
  Object.fromEntries(
    measures.map(({ name, of }) => [name, more || (of && of.aggregate !== 'sum') ? null : 0] as const),
  );

/** Joins reports by the values of their groups. Groups of the first report come first. */
export function joinReports(reports: readonly JoinedReport[]): SplitGroups {
  const maps = reports.map(({ found }) => new Map(found.groups.map((group) => [group.value, group.values])));
  const values = new Set(maps.flatMap((groups) => [...groups.keys()]));
  const join = (valuesOf: (report: JoinedReport, at: number) => ReportGroup['values']) =>
    Object.fromEntries(
      reports.flatMap((report, at) =>
        Object.entries(valuesOf(report, at)).map(([name, figure]) => [`${report.prefix}${name}`, figure] as const),
      ),
    );
  return {
    groups: [...values].map((value) => ({
      value,
      values: join((report, at) => maps[at]?.get(value) ?? createMissing(report)),
    })),
    total: join(({ found }) => found.total),
    more: reports.some(({ found }) => found.more),
  };
}
