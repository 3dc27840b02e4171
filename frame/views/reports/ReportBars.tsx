import type { ReportReply } from '../../dataProvider/collectionsProvider.ts';
import type { ReportProps } from './useReport.ts';
import './reports.css';
import { useReportTexts } from './useReportTexts.ts';

/** Shows the first measure of each group as a bar. Empty groups appear only in the table. */
export function ReportBars({ resource, report, data }: ReportProps & { data: ReportReply }) {
  const { measures, grouped, numberText, groupName } = useReportTexts(resource, report);
  const [measure] = measures;
  if (!measure) return null;
  const filled = data.groups.filter(({ values }) => values[measure.name]);
  const most = Math.max(...filled.map(({ values }) => values[measure.name] ?? 0));
  return (
    <ul className="report-bars" aria-label={grouped}>
      {filled.map((group) => {
        const value = group.values[measure.name] ?? 0;
        const width = most > 0 ? Math.max(0, value / most) * 100 : 0;
        return (
          <li key={String(group.value)}>
            <span>{groupName(group)}</span>
            <span className="report-bar" style={{ inlineSize: `${width}%` }} aria-hidden />
            <span className="report-number">{numberText(measure, value)}</span>
          </li>
        );
      })}
    </ul>
  );
}
