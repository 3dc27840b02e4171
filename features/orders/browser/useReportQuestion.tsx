import { Alert } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import type { VisitOrderParts } from '../../runSheet/browser/runSheetPlaces.ts';
import { FASTING_ANSWERS, type FastingAnswer, FastingChoice, useKeepFasting } from './FastingChoice.tsx';
import { GapList } from './GapList.tsx';

/** Asks at the door if the patient fasts, and for reasons to start despite gaps or to end without labels. */
export const useReportQuestion: VisitOrderParts['useQuestion'] = (visit, kind, obstacles) => {
  const t = useTranslate();
  const [fasting, setFasting] = useState<FastingAnswer>();
  const keepFasting = useKeepFasting(visit);
  if (kind === 'done')
    return {
      reasonLabel: 'orders.doneAnyway',
      content: <Alert severity="warning">{t('orders.unlabelled', { tubes: obstacles.done.join(', ') })}</Alert>,
      ...{ takesFocus: false, isSettled: false },
      save: async () => undefined,
    };
  if (kind !== 'started') return undefined;
  const asksFasting = visit.gaps.includes('fasting') && Boolean(visit.order);
  return {
    reasonLabel: 'orders.goesAnyway',
    content: (
      <>
        <GapList gaps={visit.gaps} />
        {asksFasting && <FastingChoice answer={fasting} onAnswer={setFasting} />}
      </>
    ),
    takesFocus: asksFasting,
    // The answer at the door closes the only gap.
    isSettled: asksFasting && fasting === 'confirmFasting' && visit.gaps.length === 1,
    // Offline, the note carries the answer.
    save: async () =>
      fasting && !(await keepFasting(fasting)) ? t(`orders.fasting.${FASTING_ANSWERS[fasting]}`) : undefined,
  };
};
