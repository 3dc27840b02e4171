import { Button } from '@mui/material';
import { currentRole, isOffered, lazyComponent } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { dayPlanCalls } from '../wire/dayPlanApi.ts';

const PlanDialog = lazyComponent(() => import('./PlanDialog.tsx'));

/** Button that proposes a plan for the day on the board, or for its chosen visits. */
export default function PlanDay({ day, ids }: { day: string; ids?: readonly string[] }) {
  const t = useTranslate();
  const [open, setOpen] = useState(false);
  if (currentRole() !== 'admin' || !isOffered(dayPlanCalls.proposePlan)) return null;
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {ids ? t('plan.planChosen', { smart_count: ids.length }) : t('plan.planDay')}
      </Button>
      {open && <PlanDialog day={day} visits={ids} onClose={() => setOpen(false)} />}
    </>
  );
}
