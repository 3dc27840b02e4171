import { Alert, Box, Button, Checkbox, FormControlLabel, Skeleton, Typography } from '@mui/material';
import { ContentDialog, formatDay, formatDayAndTime, useIntl } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import type { PlanProposal } from '../../wire/planning/planApi.ts';
import { Section } from '../Section.tsx';
import { usePlan } from './usePlan.ts';

interface PlanDialogProps {
  /** YYYY-MM-DD. */
  day: string;
  /** Only these visits may change; undefined: all. */
  visits: readonly string[] | undefined;
  onClose: () => void;
}

/** Shows the proposed routes of a day, to accept all or some changes. */
export default function PlanDialog({ day, visits, onClose }: PlanDialogProps) {
  const t = useTranslate();
  const intl = useIntl();
  const plan = usePlan({ day, visits }, onClose);
  const { proposal, error, busy, count } = plan;
  const actions = (
    <>
      <Button variant="outlined" onClick={onClose} disabled={busy}>
        {t('form.cancel')}
      </Button>
      <Button variant="contained" disabled={busy || count === 0} onClick={plan.accept}>
        {t('plan.accept', { smart_count: count })}
      </Button>
    </>
  );
  return (
    <ContentDialog
      title={t('plan.planTitle', { day: formatDay(day, intl) })}
      onClose={busy ? undefined : onClose}
      actions={actions}
    >
      <FormControlLabel
        sx={{ mr: 0 }}
        control={
          <Checkbox checked={plan.reassign} disabled={busy} onChange={(_, checked) => plan.setReassign(checked)} />
        }
        label={t('plan.reassign')}
      />
      {plan.absent.map((one) => (
        <Alert
          key={one.id}
          severity="info"
          sx={{ '& .MuiAlert-message': { minWidth: 0, overflowWrap: 'anywhere' } }}
          onClose={busy ? undefined : () => plan.setAbsent(plan.absent.filter(({ id }) => id !== one.id))}
        >
          {t('plan.isAbsent', { name: one.fullName })}
        </Alert>
      ))}
      {error && <Alert severity="error">{error.message}</Alert>}
      {!proposal && !error && <Skeleton variant="rounded" height={56} />}
      {proposal && <Routes proposal={proposal} plan={plan} />}
    </ContentDialog>
  );
}

interface RoutesProps {
  proposal: PlanProposal;
  plan: ReturnType<typeof usePlan>;
}

function Routes({ proposal, plan }: RoutesProps) {
  const t = useTranslate();
  const { now, proposed, employees, unassigned } = proposal;
  const changes = employees.some(({ visits }) => visits.some(({ _id }) => plan.isChange(_id)));
  return (
    <>
      <Typography color="textSecondary">
        {t('plan.travel', { before: now.travel, after: proposed.travel })}{' '}
        {t('plan.withoutEmployee', { before: now.unassigned, after: proposed.unassigned })}
        {!changes && ` ${t('plan.nothing')}`}
      </Typography>
      {unassigned.length > 0 && <FitsNobody visits={unassigned} />}
      {employees.map(({ _id: id, fullName, visits }) => (
        <Section
          key={id}
          title={fullName}
          action={
            <Button
              size="small"
              sx={{ flex: 'none' }}
              disabled={plan.busy}
              aria-label={t('plan.absentNamed', { name: fullName })}
              onClick={() => plan.setAbsent([...plan.absent, { id, fullName }])}
            >
              {t('plan.absent')}
            </Button>
          }
        >
          <Box sx={{ mt: -1 }}>
            {visits.map((visit) => (
              <VisitLine key={visit._id} visit={visit} employee={id} plan={plan} />
            ))}
          </Box>
        </Section>
      ))}
    </>
  );
}

interface VisitLineProps {
  visit: PlanProposal['employees'][number]['visits'][number];
  employee: string;
  plan: RoutesProps['plan'];
}

const labelStyle = {
  display: 'flex',
  mr: 0,
  alignItems: 'start',
  '& .MuiFormControlLabel-label': { minWidth: 0, overflowWrap: 'anywhere', py: 1 },
} as const;

function VisitLine({ visit, employee, plan }: VisitLineProps) {
  const t = useTranslate();
  const intl = useIntl();
  const timeOf = (moment: string) => formatDayAndTime(moment, intl).time;
  const { _id: id, patientName, zip, facility, at, before, travel, employeeId, employeeName } = visit;
  const change = plan.isChange(id);
  const from = employeeId === null ? t('plan.isNew') : t('plan.fromEmployee', { name: employeeName ?? '' });
  const under = [
    facility,
    zip,
    t('plan.wayMinutes', { minutes: travel }),
    employeeId !== employee && from,
    at !== before && t('plan.movedFrom', { time: timeOf(before) }),
    !change && t('plan.stays'),
  ];
  return (
    <FormControlLabel
      sx={labelStyle}
      control={
        <Checkbox
          checked={!change || plan.isChosen(id)}
          disabled={!change || plan.busy}
          onChange={() => plan.toggle(id)}
        />
      }
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

/** Visits that nobody can make, each with the reasons. */
function FitsNobody({ visits }: { visits: PlanProposal['unassigned'] }) {
  const t = useTranslate();
  const intl = useIntl();
  return (
    <Alert severity="warning" sx={{ '& .MuiAlert-message': { minWidth: 0, overflowWrap: 'anywhere' } }}>
      <Typography variant="subtitle2" component="h2">
        {t('plan.fitsNobody')}
      </Typography>
      {visits.map(({ _id: id, patientName, at, reasons }) => (
        <Box key={id} sx={{ mt: 1 }}>
          <Typography variant="body2" sx={{ fontWeight: 500 }}>
            {`${formatDayAndTime(at, intl).time} · ${patientName}`}
          </Typography>
          {reasons.map(({ code, parameters, employees }) => (
            <Typography key={code} variant="body2">
              {t('plan.reasonFor', { reason: t(`plan.reasons.${code}`, parameters), smart_count: employees })}
            </Typography>
          ))}
        </Box>
      ))}
    </Alert>
  );
}
