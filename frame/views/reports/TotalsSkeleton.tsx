import { Box, Card, Skeleton, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { getMeasures } from '../../config/reports.ts';
import { useLabel } from '../../parts/intl.ts';
import { FigureGrid } from './FigureGrid.tsx';
import { getReportGridStyle, reportCardStyle, reportHeadStyle } from './reportStyles.ts';
import { useTotals } from './useTotals.ts';

type Total = ReturnType<typeof useTotals>[number];

/** Takes the room of a list's totals while their code loads, so that the rows below stay where they are. */
export function TotalsSkeleton() {
  const totals = useTotals();
  return (
    <Box sx={getReportGridStyle(totals.length)}>
      {totals.map((total) => (
        <TotalSkeleton key={total.name} {...total} />
      ))}
    </Box>
  );
}

function TotalSkeleton({ report }: Total) {
  const t = useTranslate();
  const translateLabel = useLabel();
  const figures = getMeasures(report).map(({ name }) => ({
    key: name,
    name: <Skeleton variant="text" width="8ch" />,
    value: <Skeleton variant="text" width="4ch" aria-label={t('dashboard.loading')} />,
  }));
  return (
    <Card component="section" sx={reportCardStyle}>
      <Box sx={reportHeadStyle}>
        <Typography variant="h2">{translateLabel(report.label)}</Typography>
      </Box>
      <FigureGrid figures={figures} />
    </Card>
  );
}
