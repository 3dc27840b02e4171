import { Alert, Box, Button, Checkbox, FormControlLabel, Skeleton, Typography } from '@mui/material';
import { ContentDialog, formatDay, useIntl } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router';
import type { PlanProposal } from '../wire/dayPlanApi.ts';
import { FitsNobody } from './FitsNobody.tsx';
import { LaneAxis, PlanLane } from './PlanLane.tsx';
import { getDaySpan } from './planSpan.ts';
import { type Plan, usePlan } from './usePlan.ts';

interface PlanDialogProps {
  /** YYYY-MM-DD. */
  day: string;
  /** Only these visits may change; undefined: all. */
  visits: readonly string[] | undefined;
  onClose: () => void;
}

const wrap = { '& .MuiAlert-message': { minWidth: 0, overflowWrap: 'anywhere' } } as const;

/** Draws the proposed routes of a day in lanes, to accept all or some changes. */
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
      <Button variant="contained" disabled={busy || (count === 0 && plan.absent.length === 0)} onClick={plan.accept}>
        {count === 0 && plan.absent.length > 0 ? t('plan.enterDayOff') : t('plan.accept', { smart_count: count })}
      </Button>
    </>
  );
  return (
    <ContentDialog
      title={t('plan.planTitle', { day: formatDay(day, intl) })}
      maxWidth="lg"
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
          sx={wrap}
          onClose={busy ? undefined : () => plan.setAbsent(plan.absent.filter(({ id }) => id !== one.id))}
        >
          {t('plan.isAbsent', { name: one.fullName })}
        </Alert>
      ))}
      {error && <Alert severity="error">{error.message}</Alert>}
      {!proposal && !error && <Skeleton variant="rounded" height={56} />}
      {proposal && <Board proposal={proposal} plan={plan} />}
    </ContentDialog>
  );
}

function Board({ proposal, plan }: { proposal: PlanProposal; plan: Plan }) {
  const t = useTranslate();
  const { now, proposed, employees } = proposal;
  const span = getDaySpan(proposal);
  return (
    <>
      <Typography color="textSecondary">
        {t('plan.travel', { before: now.travel, after: proposed.travel })}{' '}
        {t('plan.withoutEmployee', { before: now.unassigned, after: proposed.unassigned })}
        {plan.count === 0 && ` ${t('plan.nothing')}`}
      </Typography>
      <Unplanned proposal={proposal} plan={plan} />
      <FitsNobody proposal={proposal} plan={plan} />
      <Box sx={{ display: 'grid', gap: 2 }}>
        <LaneAxis span={span} />
        {employees.map((lane) => (
          <PlanLane key={lane._id} lane={lane} plan={plan} span={span} />
        ))}
      </Box>
    </>
  );
}

/** Names the people and laboratories whose hours are missing, and the office, with the way to change that. */
function Unplanned({ proposal: { unplanned, withoutWeek }, plan }: { proposal: PlanProposal; plan: Plan }) {
  const t = useTranslate();
  const groups = (['noHours', 'notDrawing'] as const).map((code) => ({
    code,
    people: unplanned.filter(({ reason }) => reason.code === code),
  }));
  return (
    <>
      {groups.map(({ code, people }) =>
        people.length === 0 ? null : (
          <Alert
            key={code}
            severity={code === 'noHours' ? 'warning' : 'info'}
            sx={wrap}
            action={
              code === 'noHours' ? (
                <Button component={Link} to="/shifts" color="inherit" size="small">
                  {t('plan.setHours')}
                </Button>
              ) : undefined
            }
          >
            {t(`plan.unplanned.${code}`, { smart_count: people.length })}
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 0.5 }}>
              {people.map(({ _id: id, fullName }) => (
                <Button key={id} size="small" variant="outlined" disabled={plan.busy} onClick={() => plan.include(id)}>
                  {t('plan.include', { name: fullName })}
                </Button>
              ))}
            </Box>
          </Alert>
        ),
      )}
      {withoutWeek.length > 0 && (
        <Alert
          severity="warning"
          sx={wrap}
          action={
            <Button component={Link} to="/laboratories" color="inherit" size="small">
              {t('plan.setHours')}
            </Button>
          }
        >
          {t('plan.withoutWeek', { smart_count: withoutWeek.length, names: withoutWeek.join(', ') })}
        </Alert>
      )}
    </>
  );
}
