import { Box, Button, Card, Skeleton, Typography } from '@mui/material';
import { ListError, lazyComponent } from 'portal-frame/browser';
import { useLabel } from 'portal-frame/browser/plugins';
import { getGrouping, getMeasures } from 'portal-frame/plugin';
import { useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { getDisplay, getReportLabel } from '../reportConfig.ts';
import { FigureGrid } from './FigureGrid.tsx';
import { ReportTable, TABLE_HEIGHT } from './ReportTable.tsx';
import { reportCardStyle, reportHeadStyle } from './reportStyles.ts';
import { type ReportProps, type ReportReply, useReport } from './useReport.ts';
import { useReportTexts } from './useReportTexts.ts';
import './reports.css';

const ReportChart = lazyComponent(
  () => import('./ReportChart.tsx'),
  () => <Skeleton variant="rounded" height={CHART_HEIGHT} />,
);

/** In px. */
const CHART_HEIGHT = 280;
const HEIGHTS = { figure: 0, chart: CHART_HEIGHT, table: TABLE_HEIGHT };

interface ReportCardProps extends ReportProps {
  name: string;
  filter: Readonly<Record<string, unknown>>;
}

/** A report under its heading: figures, a table, or a chart that can switch to a table. */
export function ReportCard({ resource, report, name, filter }: ReportCardProps) {
  const id = useId();
  const t = useTranslate();
  const translateLabel = useLabel();
  const { data, error, refetch } = useReport(resource.name, name, filter);
  const display = getDisplay(report);
  const height = HEIGHTS[display];
  const [tabled, setTabled] = useState(display === 'table');
  // A chart of empty bars shows a text instead; a table of empty periods stays.
  const [first] = getMeasures(report);
  const isBars = display === 'chart' && !tabled;
  const empty =
    data &&
    display !== 'figure' &&
    data.groups.every(({ values }) => isBars && first !== undefined && !values[first.name]);
  return (
    <Card
      component="section"
      aria-labelledby={id}
      sx={{
        ...reportCardStyle,
        ...((report.splitBy ?? report.beside) && { gridColumn: '1 / -1' }),
      }}
    >
      <Box sx={reportHeadStyle}>
        <Typography variant="h2" id={id}>
          {translateLabel(getReportLabel(resource, name))}
        </Typography>
        {display === 'chart' && !empty && (
          <Button size="small" sx={{ flexShrink: 0 }} onClick={() => setTabled(!tabled)}>
            {t(tabled ? 'reports.asChart' : 'reports.asTable')}
          </Button>
        )}
      </Box>
      {/* Reserves the skeleton's height, so that nothing below moves. */}
      <Box sx={{ minWidth: 0, minHeight: empty ? undefined : height }}>
        {error && !data ? (
          <ListError message={error.message} onRetry={() => void refetch()} />
        ) : display === 'figure' ? (
          <Figures resource={resource} report={report} total={data?.total} />
        ) : !data ? (
          <Skeleton variant="rounded" height={height} aria-label={t('dashboard.loading')} />
        ) : empty ? (
          <Typography color="textSecondary">{t('reports.empty')}</Typography>
        ) : tabled ? (
          <ReportTable resource={resource} report={report} data={data} />
        ) : !getGrouping(report)?.by ? (
          <ReportBars resource={resource} report={report} data={data} />
        ) : (
          <ReportChart resource={resource} report={report} data={data} height={CHART_HEIGHT} />
        )}
      </Box>
      {data?.more && (
        <Typography variant="body2" color="textSecondary">
          {t('reports.more', { count: data.groups.length })}
        </Typography>
      )}
    </Card>
  );
}

interface FiguresProps extends ReportProps {
  /** Undefined while it loads: the names are shown already. */
  total: Readonly<Record<string, number | null>> | undefined;
}

function Figures({ resource, report, total }: FiguresProps) {
  const t = useTranslate();
  const { measures, measureName, numberText } = useReportTexts(resource, report);
  const figures = measures.map((measure) => ({
    key: measure.name,
    name: measureName(measure),
    value: total ? (
      numberText(measure, total[measure.name])
    ) : (
      <Skeleton variant="text" width="4ch" aria-label={t('dashboard.loading')} />
    ),
  }));
  return <FigureGrid figures={figures} />;
}

/** Shows the first measure of each group as a bar. Empty groups appear only in the table. */
function ReportBars({ resource, report, data }: ReportProps & { data: ReportReply }) {
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
            <span className="report-bar keep-color" style={{ inlineSize: `${width}%` }} aria-hidden />
            <span className="report-number">{numberText(measure, value)}</span>
          </li>
        );
      })}
    </ul>
  );
}
