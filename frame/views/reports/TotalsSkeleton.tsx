import { Box, Card, Skeleton, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { getMeasures } from '../../config/reports.ts';
import { useLabel } from '../../parts/intl.ts';
import { figureGridStyle, getReportGridStyle, reportCardStyle, reportHeadStyle } from './reportStyles.ts';
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
  return (
    <Card component="section" sx={reportCardStyle}>
      <Box sx={reportHeadStyle}>
        <Typography variant="h2">{translateLabel(report.label)}</Typography>
      </Box>
      <Box component="dl" sx={figureGridStyle}>
        {getMeasures(report).map((measure) => (
          <div key={measure.name}>
            <Typography variant="body2" component="dt">
              <Skeleton width="8ch" />
            </Typography>
            <Typography variant="h5" component="dd" sx={{ m: 0 }}>
              <Skeleton width="4ch" aria-label={t('dashboard.loading')} />
            </Typography>
          </div>
        ))}
      </Box>
    </Card>
  );
}
