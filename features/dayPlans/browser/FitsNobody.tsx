import { Alert, Box, Button, Chip, Typography } from '@mui/material';
import { formatDayAndTime, useIntl } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import type { PlanProposal } from '../wire/dayPlanApi.ts';
import type { Plan } from './usePlan.ts';
import { useTimeOf } from './useTimeOf.ts';

type Unfit = Pick<PlanProposal['unassigned'][number], '_id' | 'patientName' | 'at' | 'ways'> & {
  /** The employee with whom it stays. */
  staysWith?: string;
  reasons: readonly { code: string; parameters: Record<string, string | number>; employees?: number }[];
};

/** Reasons of the visit itself: the number of employees says nothing. */
const OF_VISIT = [
  ...['past', 'pinned', 'window', 'preparation', 'holiday'],
  ...['tubesTooOld', 'laboratoryClosed', 'closedDay'],
];

/** Visits at first, so that the lanes stay in sight. */
const SHOWN = 3;

/** Lists the visits that nobody can make, each with its main reason and the nearest ways, and the chosen ways. */
export function FitsNobody({ proposal, plan }: { proposal: PlanProposal; plan: Plan }) {
  const t = useTranslate();
  const [all, setAll] = useState(false);
  const staying = proposal.employees.flatMap(({ fullName, visits }) =>
    visits.flatMap((visit) =>
      visit.against.length > 0 ? { ...visit, staysWith: fullName, reasons: visit.against } : [],
    ),
  );
  const visits: Unfit[] = [...proposal.unassigned, ...staying];
  return (
    <>
      {visits.length > 0 && (
        <Alert
          severity="warning"
          sx={{ alignItems: 'start', '& .MuiAlert-message': { minWidth: 0, flex: 1, overflowWrap: 'anywhere' } }}
        >
          <Typography variant="subtitle2" component="h2">
            {t('plan.fitsNobody')}
          </Typography>
          {visits.slice(0, all ? visits.length : SHOWN).map((visit) => (
            <UnfitVisit key={visit._id} visit={visit} plan={plan} />
          ))}
          {!all && visits.length > SHOWN && (
            <Button size="small" color="inherit" sx={{ mt: 1 }} onClick={() => setAll(true)}>
              {t('plan.moreUnfit', { smart_count: visits.length - SHOWN })}
            </Button>
          )}
        </Alert>
      )}
      {plan.lost.length > 0 && (
        <Alert severity="warning">
          {t('plan.lost', { smart_count: plan.lost.length, names: plan.lost.join(', ') })}
        </Alert>
      )}
      {plan.placed.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {plan.placed.map(({ visit, label }) => (
            <Chip key={visit} label={label} disabled={plan.busy} onDelete={() => plan.unplace(visit)} />
          ))}
        </Box>
      )}
    </>
  );
}

function UnfitVisit({ visit, plan }: { visit: Unfit; plan: Plan }) {
  const t = useTranslate();
  const intl = useIntl();
  const timeOf = useTimeOf();
  const { _id: id, patientName, at, staysWith, ways } = visit;
  const [main, ...others] = visit.reasons;
  const reasonText = ({ code, parameters, employees }: Unfit['reasons'][number]) => {
    const reason = t(`plan.reasons.${code}`, parameters);
    return employees === undefined || OF_VISIT.includes(code)
      ? reason
      : t('plan.reasonFor', { reason, smart_count: employees });
  };
  const date = new Intl.DateTimeFormat(intl.locale, {
    ...{ weekday: 'short', month: 'short', day: 'numeric' },
    ...(intl.timeZone && { timeZone: intl.timeZone }),
  });
  const isOtherDay = (moment: string) => formatDayAndTime(moment, intl).day !== formatDayAndTime(at, intl).day;
  const labelOf = ({ employeeName: name, at: moment, without }: Unfit['ways'][number]) => {
    const time = isOtherDay(moment) ? `${date.format(new Date(moment))}, ${timeOf(moment)}` : timeOf(moment);
    return without ? t(`plan.ways.${without}`, { name, time }) : t('plan.way', { name, time });
  };
  return (
    <Box sx={{ mt: 1 }}>
      <Typography variant="body2" sx={{ fontWeight: 500 }}>
        {[timeOf(at), patientName, staysWith && t('plan.staysWith', { name: staysWith })].filter(Boolean).join(' · ')}
      </Typography>
      {main && (
        <Typography variant="body2" title={others.map(reasonText).join(' ')}>
          {reasonText(main)}
        </Typography>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 0.5 }}>
        {ways.map((way) => (
          <Button
            key={`${way.employeeId} ${way.at} ${way.without ?? ''}`}
            size="small"
            variant="outlined"
            color="inherit"
            sx={{ whiteSpace: 'normal', textAlign: 'start', height: 'auto', maxWidth: '100%' }}
            disabled={plan.busy}
            onClick={() => plan.place({ visit: id, way, label: `${patientName}: ${labelOf(way)}` })}
          >
            {labelOf(way)}
          </Button>
        ))}
      </Box>
    </Box>
  );
}
