import { Alert, Box, Button, Chip, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { currentRole, isOffered, requestData, useIntl } from 'portal-frame/browser';
import { omitEmpty } from 'portal-frame/wire';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { VisitTimesProps } from '../../../src/browserParts.ts';
import { readZip } from '../../../src/wire/appointments/zipCode.ts';
import { type FoundSlots, MAX_SLOT_DAYS, slotCalls } from '../wire/slotApi.ts';

type Slot = FoundSlots['slots'][number];

/** Offered at first, and more with each click. */
const STEP = 6;
/** So that the first offer shows several days. */
const MOST_A_DAY = 2;

/** Milliseconds between two offers of a day of the same travel. */
const MIN_GAP = 4 * 3_600_000;

/** Sorts times by their travel, and those of the same travel so that the first ones are spread over the day. */
function sortSlots(slots: readonly Slot[]): Slot[] {
  const first: Slot[] = [];
  const byTravel = slots.toSorted((a, b) => (a.detour ?? 0) - (b.detour ?? 0) || a.at.localeCompare(b.at));
  const isNear = ({ at }: Slot) => first.some((one) => Math.abs(Date.parse(one.at) - Date.parse(at)) < MIN_GAP);
  const near = new Set(byTravel.filter((slot) => isNear(slot) || first.push(slot) === 0));
  return byTravel.toSorted((a, b) => (a.detour ?? 0) - (b.detour ?? 0) || Number(near.has(a)) - Number(near.has(b)));
}

/** Chooses the times with the least travel, not more than two a day, and sorts them by time. */
function chooseSlots(slots: readonly Slot[], count: number, oneDay: boolean, dayOf: (at: string) => string): Slot[] {
  const byDay = new Map<string, number>();
  return sortSlots(slots)
    .filter(({ at }) => {
      const shown = byDay.get(dayOf(at)) ?? 0;
      byDay.set(dayOf(at), shown + 1);
      return oneDay || shown < MOST_A_DAY;
    })
    .slice(0, count)
    .toSorted((a, b) => a.at.localeCompare(b.at));
}

function useSlotQuery(body: Record<string, unknown>, enabled: boolean) {
  return useQuery<FoundSlots, Error>({
    queryKey: ['slots', body],
    queryFn: ({ signal }) => requestData(slotCalls.findSlots, { body, signal }),
    ...{ enabled, retry: false, staleTime: 30_000 },
  });
}

/** Asks for times of a booked visit, or by what the form says; undefined without an address. */
function useSlots(source: string, visit: string | undefined) {
  const [address, laboratory, employee, time, tests] = useWatch({
    name: ['address', 'laboratory', 'employee', source, 'tests'],
  });
  const zip = readZip(String(address ?? ''));
  const isKnown = visit !== undefined || zip !== '';
  const typedDay = /^\d{4}-\d{2}-\d{2}/.exec(String(time ?? ''))?.[0] ?? '';
  // A chosen time keeps its offer, as does the time of a visit to move.
  const [chosen, choose] = useState(visit ? time : '');
  const from = time === chosen ? '' : typedDay;
  const body = {
    ...(visit
      ? { visit }
      : omitEmpty({
          zip,
          laboratory,
          employeeId: currentRole() === 'admin' ? employee : '',
          tests: tests?.length ? tests : '',
        })),
    ...(from && { from, days: 1 }),
  };
  const { data, isFetching, error } = useSlotQuery(body, isKnown);
  const isEmpty = from !== '' && data?.slots.length === 0;
  const { data: later } = useSlotQuery({ ...body, days: MAX_SLOT_DAYS }, isEmpty);
  // The tests, the place or the laboratory may have changed since the time was chosen.
  const isLost =
    !visit && chosen !== '' && time === chosen && data !== undefined && !data.slots.some(({ at }) => at === chosen);
  const { data: lost } = useSlotQuery({ ...body, at: chosen }, isLost);
  return {
    ...{ found: data, isFetching, error, isKnown, oneDay: from !== '' && !isEmpty, chosen, choose },
    // A day without times leads to those of the next days.
    slots: (isEmpty ? later?.slots : data?.slots) ?? [],
    none: isEmpty ? 'plan.noTimesOn' : data?.slots.length === 0 ? 'plan.noTimes' : undefined,
    against: isLost ? lost?.against : undefined,
  };
}

/** Times at which somebody can make the visit, each with its detour. A click takes the time, and the employee if none is chosen. */
function VisitTimes({ source, visit }: VisitTimesProps) {
  const t = useTranslate();
  const intl = useIntl();
  const { setValue, getValues } = useFormContext();
  const [count, setCount] = useState(STEP);
  const { found, slots, none, isFetching, error, isKnown, oneDay, chosen, choose, against } = useSlots(source, visit);
  if (!isKnown) return null;
  if (error) return <Typography color="error">{error.message}</Typography>;
  if (!found) return isFetching ? <Skeleton variant="rounded" height={32} /> : null;
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(intl.locale, { ...options, ...(intl.timeZone && { timeZone: intl.timeZone }) });
  const days = format({ dateStyle: 'short' });
  const times = format({ weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
  const shown = chooseSlots(slots, count, oneDay, (at) => days.format(new Date(at)));
  const title = slots.some(({ detour }) => detour !== null) ? 'plan.times' : 'plan.openTimes';
  const take = ({ at, employeeId }: Slot) => {
    choose(at);
    setValue(source, at, { shouldDirty: true, shouldValidate: true });
    if (!visit && employeeId && !getValues('employee')) setValue('employee', employeeId, { shouldDirty: true });
  };
  return (
    <Box component="section" aria-label={t(title)} sx={{ display: 'grid', gap: 1 }}>
      {against && (
        <Alert severity="warning">
          {t('plan.noLongerFits', { time: times.format(new Date(chosen)) })}
          {against.map(({ code, parameters }) => (
            <div key={code}>{t(`plan.reasons.${code}`, parameters)}</div>
          ))}
        </Alert>
      )}
      {none && <Typography variant="body2">{t(none, { days: MAX_SLOT_DAYS })}</Typography>}
      {found.reasons.map(({ code, parameters, employees }) => (
        <Typography key={code} variant="body2">
          {t('plan.reasonFor', { reason: t(`plan.reasons.${code}`, parameters), smart_count: employees })}
        </Typography>
      ))}
      {shown.length > 0 && (
        <Typography variant="body2" color="textSecondary">
          {t(title)}
        </Typography>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {shown.map((slot) => (
          <Chip
            key={slot.at}
            color={slot.at === chosen ? 'primary' : 'default'}
            variant={slot.at === chosen ? 'filled' : 'outlined'}
            onClick={() => take(slot)}
            label={
              slot.detour === null
                ? times.format(new Date(slot.at))
                : t('plan.slot', { time: times.format(new Date(slot.at)), minutes: slot.detour })
            }
          />
        ))}
        {shown.length === count && (
          <Button size="small" onClick={() => setCount(count + 2 * STEP)}>
            {t('plan.moreTimes')}
          </Button>
        )}
      </Box>
    </Box>
  );
}

/** Offers times if the host plans. */
export default function OfferedTimes(props: VisitTimesProps) {
  return isOffered(slotCalls.findSlots) ? <VisitTimes {...props} /> : null;
}
