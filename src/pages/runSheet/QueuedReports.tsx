import { Box, Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { QueuedReport } from '../../device/offlineQueue.ts';
import { getSendState, SendState } from './SendState.tsx';
import { THUMB_SIZE } from './TakePhoto.tsx';
import { discardQueued } from './useQueue.ts';

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
  /** Id of the item that is being sent. */
  sending: string | null;
}

export function QueuedReportLine({ report: queued, sending }: QueuedReportLineProps) {
  const t = useTranslate();
  const { id, refused, report } = queued;
  const state = getSendState(queued, sending);
  const what = t(`visitReports.kinds.${report.kind}`, { _: t('visitReports.report') });
  const reason = report.reason && t(`visitReports.reasons.${report.reason}`);
  const words = [reason, report.note, report.label].filter(Boolean).join('. ');
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <SendState state={state}>
        {t(`visitReports.${state}`, { what: words ? `${what} (${words})` : what, cause: refused })}
      </SendState>
      {state !== 'sending' && (
        <Button
          variant="outlined"
          aria-label={t('list.of', { what: t('runSheet.discard'), name: what })}
          onClick={() => discardQueued(id)}
          sx={{ justifySelf: 'start', minHeight: THUMB_SIZE }}
        >
          {t('runSheet.discard')}
        </Button>
      )}
    </Box>
  );
}
