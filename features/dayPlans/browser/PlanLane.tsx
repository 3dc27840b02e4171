import { Box, Button, Checkbox, FormControlLabel, Typography } from '@mui/material';
import { useIntl } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { Section } from '../../../src/pages/Section.tsx';
import type { PlanProposal } from '../wire/dayPlanApi.ts';
import { type DaySpan, getEnd, getPlace, listHourMarks } from './planSpan.ts';
import type { Plan } from './usePlan.ts';
import { useTimeOf } from './useTimeOf.ts';

type Lane = PlanProposal['employees'][number];
type LaneVisit = Lane['visits'][number];

const trackStyle = {
  position: 'relative',
  height: 28,
  bgcolor: 'action.hover',
  borderRadius: 1,
  overflow: 'hidden',
} as const;

/** The hours above all lanes. The later an hour, the more of its label is left of it: the last one ends with the lane. */
export function LaneAxis({ span }: { span: DaySpan }) {
  const intl = useIntl();
  const hours = new Intl.DateTimeFormat(intl.locale, {
    ...{ hour: 'numeric', ...(intl.timeZone && { timeZone: intl.timeZone }) },
  });
  const place = (hour: number) => {
    const { left } = getPlace({ at: new Date(hour).toISOString(), minutes: 0 }, span);
    return { position: 'absolute', left, transform: `translateX(-${left})` };
  };
  return (
    <Box aria-hidden sx={{ position: 'relative', height: 18 }}>
      {listHourMarks(span).map((hour, index) => (
        <Typography
          key={hour}
          variant="caption"
          color="textSecondary"
          noWrap
          sx={{ ...place(hour), ...(index % 3 > 0 && { display: { xs: 'none', md: 'block' } }) }}
        >
          {hours.format(hour)}
        </Typography>
      ))}
    </Box>
  );
}

type Kind = 'new' | 'moved' | 'stays' | 'against';
const KIND_STYLES: Readonly<Record<Kind, object>> = {
  new: { bgcolor: 'primary.main' },
  moved: { bgcolor: 'primary.light', border: 2, borderColor: 'primary.main' },
  stays: { bgcolor: 'text.disabled' },
  against: { bgcolor: 'background.paper', border: 2, borderColor: 'error.main' },
};

const getKind = (visit: LaneVisit, plan: Plan): Kind => {
  if (visit.against.length > 0) return 'against';
  if (!plan.isChange(visit._id)) return 'stays';
  return visit.employeeId === null ? 'new' : 'moved';
};

/** Draws the route of an employee in their lane, and lists its visits: the changes to choose, with their reasons. */
export function PlanLane({ lane, plan, span }: { lane: Lane; plan: Plan; span: DaySpan }) {
  const t = useTranslate();
  const timeOf = useTimeOf();
  const { _id: id, fullName, visits, miles } = lane;
  const [first, last] = [visits[0], visits.at(-1)];
  const minutes = first && last ? Math.round((getEnd(last) - Date.parse(first.at)) / 60_000) : 0;
  const sums = [
    t('plan.visitCount', { smart_count: visits.length }),
    first && last && `${timeOf(first.at)} – ${timeOf(getEnd(last))}`,
    minutes > 0 && t('plan.hours', { hours: Math.round(minutes / 6) / 10 }),
    miles !== null && visits.length > 0 && t('plan.miles', { miles }),
  ];
  return (
    <Section
      title={fullName}
      action={
        lane.away ? undefined : (
          <Button
            size="small"
            variant="outlined"
            sx={{ flex: 'none' }}
            disabled={plan.busy}
            aria-label={t('plan.absentNamed', { name: fullName })}
            onClick={() => plan.setAbsent([...plan.absent, { id, fullName }])}
          >
            {t('plan.absent')}
          </Button>
        )
      }
    >
      <Box sx={{ display: 'grid', gap: 0.5, mt: -1 }}>
        <Typography variant="body2" color="textSecondary">
          {sums.filter(Boolean).join(' · ')}
        </Typography>
        {visits.length > 0 && (
          <Box role="img" aria-label={t('plan.lane', { name: fullName })} sx={trackStyle}>
            {visits.map((visit) => (
              <Box
                key={visit._id}
                title={`${timeOf(visit.at)} · ${visit.patientName} · ${t(`plan.kinds.${getKind(visit, plan)}`)}`}
                sx={{
                  ...{ position: 'absolute', top: 4, bottom: 4, borderRadius: 0.5, minWidth: 6 },
                  ...getPlace(visit, span),
                  ...KIND_STYLES[getKind(visit, plan)],
                  ...(plan.isChange(visit._id) && !plan.isChosen(visit._id) && { opacity: 0.35 }),
                }}
              />
            ))}
          </Box>
        )}
        {visits.map((visit) =>
          plan.isChange(visit._id) ? (
            <VisitLine key={visit._id} visit={visit} employee={id} plan={plan} />
          ) : (
            <Typography key={visit._id} color="textSecondary" sx={{ pl: '42px', overflowWrap: 'anywhere' }}>
              {`${timeOf(visit.at)} · ${visit.patientName} · ${t(`plan.kinds.${getKind(visit, plan)}`)}`}
            </Typography>
          ),
        )}
      </Box>
    </Section>
  );
}

const labelStyle = {
  display: 'flex',
  mr: 0,
  alignItems: 'start',
  '& .MuiFormControlLabel-label': { minWidth: 0, overflowWrap: 'anywhere', py: 1 },
} as const;

function VisitLine({ visit, employee, plan }: { visit: LaneVisit; employee: string; plan: Plan }) {
  const t = useTranslate();
  const timeOf = useTimeOf();
  const { _id: id, patientName, zip, facility, at, before, travel, employeeId, employeeName, why } = visit;
  const from = employeeId !== null && t('plan.fromEmployee', { name: employeeName ?? '' });
  const because = why ? t(`plan.reasons.${why.code}`, why.parameters) : t('plan.shorter');
  const under = [
    t(`plan.kinds.${getKind(visit, plan)}`),
    facility,
    zip,
    t('plan.wayMinutes', { minutes: travel }),
    employeeId !== employee && from,
    at !== before && t('plan.movedFrom', { time: timeOf(before) }),
    employeeId !== null && because,
  ];
  return (
    <FormControlLabel
      sx={labelStyle}
      control={<Checkbox checked={plan.isChosen(id)} disabled={plan.busy} onChange={() => plan.toggle(id)} />}
      label={
        <>
          <Typography>{`${timeOf(at)} · ${patientName}`}</Typography>
          <Typography variant="body2" color="textSecondary">
            {under.filter(Boolean).join(' · ')}
          </Typography>
        </>
      }
    />
  );
}
