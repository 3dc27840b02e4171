import { Box, useTheme } from '@mui/material';
import { BarChart } from '@mui/x-charts/BarChart';
import { visuallyHidden } from 'portal-frame/browser';
import { ReportTable } from './ReportTable.tsx';
import type { ReportProps, ReportReply } from './useReport.ts';
import { useReportTexts } from './useReportTexts.ts';

interface ReportChartProps extends ReportProps {
  data: ReportReply;
  /** In px. */
  height: number;
}

/** Shows the first measure of each period as a bar. Screen readers get the table. */
export default function ReportChart({ resource, report, data, height }: ReportChartProps) {
  const { palette } = useTheme();
  const { measures, measureName, numberText, groupName } = useReportTexts(resource, report);
  const [measure] = measures;
  if (!measure) return null;
  const groups = data.groups;
  return (
    <>
      <Box aria-hidden>
        <BarChart
          height={height}
          skipAnimation
          hideLegend
          disableKeyboardNavigation
          grid={{ horizontal: true }}
          margin={{ top: 16, right: 20, bottom: 4, left: 0 }}
          colors={[palette.lines.own]}
          // By index, because group names may repeat.
          xAxis={[
            {
              scaleType: 'band',
              data: groups.map((_, index) => index),
              valueFormatter: (index: number, { location }) => {
                const group = groups[index];
                return group ? groupName(group, location === 'tick') : '';
              },
              height: 32,
              disableLine: true,
              disableTicks: true,
            },
          ]}
          yAxis={[
            {
              min: 0,
              // Record counts are whole numbers.
              ...(!measure.of && { tickMinStep: 1 }),
              valueFormatter: (value: number) => numberText(measure, value),
              width: measure.of ? 84 : 44,
              disableLine: true,
              disableTicks: true,
            },
          ]}
          series={[
            {
              id: measure.name,
              label: measureName(measure),
              data: groups.map(({ values }) => values[measure.name] ?? null),
              valueFormatter: (value: number | null) => numberText(measure, value),
            },
          ]}
        />
      </Box>
      <Box sx={visuallyHidden}>
        <ReportTable resource={resource} report={report} data={data} />
      </Box>
    </>
  );
}
