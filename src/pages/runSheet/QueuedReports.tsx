import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import type { Report } from '../../device/queue.ts';
import { SendState, sendStateOf } from './SendState.tsx';
import { THUMB } from './TakePhoto.tsx';
import { discard } from './useQueue.ts';

/** Reports that the host does not have yet: refused ones in full, several that wait folded into one line. */
export function QueuedReports({ reports, sending }: { reports: readonly Report[]; sending: string | null }) {
  const t = useTranslate();
  const refused = reports.filter((report) => sendStateOf(report, sending) === 'refused');
  const waiting = reports.filter((report) => !refused.includes(report));
  const list = (shown: readonly Report[]) =>
    shown.map((report) => <QueuedReport key={report.id} report={report} sending={sending} />);
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

/** One of them: its state, its words, and a button to discard it. */
export function QueuedReport({ report: kept, sending }: { report: Report; sending: string | null }) {
  const t = useTranslate();
  const { id, refused, report } = kept;
  const state = sendStateOf(kept, sending);
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
          onClick={() => discard(id)}
          sx={{ justifySelf: 'start', minHeight: THUMB }}
        >
          {t('runSheet.discard')}
        </Button>
      )}
    </Box>
  );
}
