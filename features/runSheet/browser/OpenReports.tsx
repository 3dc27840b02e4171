import { Box, Button, Card, Skeleton, Typography } from '@mui/material';
import type { Field, Role } from 'portal-frame';
import {
  CoverLink,
  formatDayAndTime,
  getResource,
  ListError,
  StateChip,
  useCall,
  useIntl,
  Value,
} from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { getListPath } from '../../../src/dashboards/StatCards.tsx';
import { useLineCount } from '../../../src/dashboards/useLineCount.ts';
import { MAX_OPEN_REPORTS, type OpenReport, readOpenReports, visitReportCalls } from '../wire/visitReportApi.ts';

const visitState = getResource('appointments').fields.visitState as Field;

/** Rows shown while collapsed, and their height in px. */
const COLLAPSED_COUNT = 3;
const LINE_HEIGHT = 88;

/** Visits without a draw and notes to the dispatcher, each linked to its visit. */
export function OpenReports({ role }: { role: Role }) {
  const t = useTranslate();
  const { openReports: call } = visitReportCalls;
  const { data, error, refetch } = useCall(['appointments', 'openReports'], call, readOpenReports);
  const [all, setAll] = useState(false);
  const lines = useLineCount('openReports', data?.length, COLLAPSED_COUNT);
  const more = (data?.length ?? 0) - COLLAPSED_COUNT;
  const most = data && data.length >= MAX_OPEN_REPORTS;
  return (
    <Card sx={{ p: { xs: 2, sm: 2.5 }, display: 'grid', gap: 1, alignContent: 'start' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
        <Typography variant="subtitle2" component="h3" color="textSecondary">
          {t('visitReports.open')}
        </Typography>
        {more > 0 && (
          <Button size="small" aria-expanded={all} onClick={() => setAll(!all)} sx={{ my: -0.75 }}>
            {all
              ? t('visitReports.fewer')
              : most
                ? t('visitReports.newest', { count: MAX_OPEN_REPORTS })
                : t('visitReports.all', { count: data?.length })}
          </Button>
        )}
      </Box>
      <Box
        component="ul"
        sx={{
          ...{ listStyle: 'none', m: 0, p: 0, display: 'grid', alignContent: 'start' },
          minHeight: LINE_HEIGHT * lines,
        }}
      >
        {error && !data && (
          <li>
            <ListError message={error.message} onRetry={refetch} />
          </li>
        )}
        {data?.slice(0, all ? undefined : COLLAPSED_COUNT).map((report) => (
          <ReportLine key={report.id} report={report} role={role} />
        ))}
        {!data && !error && (
          <Box component="li" sx={{ height: LINE_HEIGHT, display: 'grid', alignItems: 'center' }}>
            <Skeleton />
          </Box>
        )}
        {data?.length === 0 && (
          <Typography component="li" variant="body2" color="textSecondary" sx={{ py: 1 }}>
            {t('visitReports.noneOpen')}
          </Typography>
        )}
      </Box>
    </Card>
  );
}

const NOTE_LOOK = { tone: 'info', icon: 'even' } as const;

function ReportLine({ report, role }: { report: OpenReport; role: Role }) {
  const t = useTranslate();
  const intl = useIntl();
  const { day, time } = formatDayAndTime(report.at, intl);
  const words = [report.reason && t(`visitReports.reasons.${report.reason}`), report.note].filter(Boolean).join('. ');
  const list = getListPath({ resource: 'appointments' }, role) ?? '';
  return (
    <Box
      component="li"
      sx={{
        ...{ position: 'relative', display: 'grid', alignContent: 'center', columnGap: 1.5, height: LINE_HEIGHT },
        gridTemplateColumns: 'auto minmax(0, 1fr)',
        ...{ borderTop: 1, borderColor: 'divider', '&:hover': { bgcolor: 'action.hover' } },
      }}
    >
      <Box sx={{ display: 'flex' }}>
        {report.kind === 'note' ? (
          <StateChip value="note" label={t('visitReports.does.note')} look={NOTE_LOOK} />
        ) : (
          <Value field={visitState} source="kind" record={{ ...report }} />
        )}
      </Box>
      <Typography variant="body2" noWrap sx={{ fontWeight: 500 }}>
        <CoverLink to={`${list}/${encodeURIComponent(report.appointmentId)}`}>{report.patientName}</CoverLink>
      </Typography>
      <Typography variant="body2" noWrap sx={{ gridColumn: '1 / -1' }}>
        {words}
      </Typography>
      <Typography variant="body2" color="textSecondary" noWrap sx={{ gridColumn: '1 / -1' }}>
        {t('visitReports.byAt', { by: report.by, at: `${day}, ${time}` })}
      </Typography>
    </Box>
  );
}
