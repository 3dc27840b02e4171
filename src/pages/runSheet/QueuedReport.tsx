import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import type { Report } from '../../device/queue.ts';
import { SendState, sendStateOf } from './SendState.tsx';
import { THUMB } from './TakePhoto.tsx';
import { discard } from './useQueue.ts';

/** A report that the host does not have: what became of it, its words, and the way to discard it. */
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
