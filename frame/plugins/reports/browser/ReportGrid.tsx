import { Box } from '@mui/material';
import type { AnyResource } from 'portal-frame';
import { getDisplay, type ReportConfig } from '../reportConfig.ts';
import { ReportCard } from './ReportCard.tsx';
import { getReportGridStyle } from './reportStyles.ts';

interface ReportGridProps {
  reports: readonly { resource: AnyResource; name: string; report: ReportConfig<string> }[];
  /** Each report uses only the filters that it names. */
  filter?: Readonly<Record<string, unknown>>;
}

/** Arranges reports side by side: figures small, charts and tables larger. */
export default function ReportGrid({ reports, filter = {} }: ReportGridProps) {
  return (
    <Box sx={getReportGridStyle(reports.length)}>
      {reports
        .toSorted((a, b) => Number(isFigure(b.report)) - Number(isFigure(a.report)))
        .map(({ resource, name, report }) => (
          <ReportCard
            key={`${resource.name} ${name}`}
            resource={resource}
            name={name}
            report={report}
            filter={Object.fromEntries(Object.entries(filter).filter(([one]) => report.filters?.includes(one)))}
          />
        ))}
    </Box>
  );
}

const isFigure = (report: ReportConfig<string>) => getDisplay(report) === 'figure';
