import { Box } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import type { QueuedReport } from '../device/offlineQueue.ts';
import { getSendState, QueuedItem } from './SendState.tsx';

/** Unsent reports: refused ones in full, several waiting ones collapsed. */
export function QueuedReports({ reports, sending }: { reports: readonly QueuedReport[]; sending: string | null }) {
  const t = useTranslate();
  const refused = reports.filter((report) => getSendState(report, sending) === 'refused');
  const waiting = reports.filter((report) => !refused.includes(report));
  const list = (shown: readonly QueuedReport[]) =>
    shown.map((report) => <QueuedReportLine key={report.id} report={report} sending={sending} />);
  return (
    <>
      {list(refused)}
      {waiting.length < 2 ? (
        list(waiting)
      ) : (
        <Box component="details" sx={{ '&[open] > *:not(summary)': { mt: 1 } }}>
          <Box component="summary" sx={{ cursor: 'pointer', minHeight: 40, py: 1.25, color: 'warning.strong' }}>
            {t('visitReports.manyWaiting', { count: waiting.length })}
          </Box>
          {list(waiting)}
        </Box>
      )}
    </>
  );
}

interface QueuedReportLineProps {
  report: QueuedReport;
  sending: string | null;
  children?: ReactNode;
}

export function QueuedReportLine({ report: queued, sending, children }: QueuedReportLineProps) {
  const t = useTranslate();
  const { refused, report } = queued;
  const what = t(`visitReports.kinds.${report.kind}`, { _: t('visitReports.report') });
  const reason = report.reason && t(`visitReports.reasons.${report.reason}`);
  const words = [reason, report.note, report.label].filter(Boolean).join('. ');
  const getText = (state: string) =>
    t(`visitReports.${state}`, { what: words ? `${what} (${words})` : what, cause: refused });
  return (
    <QueuedItem item={queued} sending={sending} getText={getText} name={what}>
      {children}
    </QueuedItem>
  );
}
