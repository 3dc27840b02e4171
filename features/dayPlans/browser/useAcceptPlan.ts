import { getFilteredPath, notifySuccess, RequestError, requestData, toast, useUndoAction } from 'portal-frame/browser';
import { useDataProvider, useRefresh, useTranslate } from 'ra-core';
import { useNavigate } from 'react-router';
import { dayPlanCalls } from '../wire/dayPlanApi.ts';
import type { PlanChange, PlanRest } from './planChanges.ts';
import { useTimeOf } from './useTimeOf.ts';

/** Visits that a toast names. */
const NAMED = 3;

const send = (visits: object[], more: object) => requestData(dayPlanCalls.acceptPlan, { body: { visits, ...more } });

type Accepted = Awaited<ReturnType<typeof send>>;

/** Returns functions that say what was accepted, and name the visits that still need somebody. */
function useAcceptedTexts() {
  const t = useTranslate();
  const timeOf = useTimeOf();
  const nameVisits = (visits: PlanRest['waiting']) => {
    const names = visits.slice(0, NAMED).map(({ at, patientName }) => `${timeOf(at)} ${patientName}`);
    const more = visits.length - names.length;
    return more > 0 ? t('plan.namesAndMore', { names: names.join(', '), smart_count: more }) : names.join(', ');
  };
  const join = (parts: readonly (string | false)[]) => parts.filter(Boolean).join('. ');
  return {
    sayAccepted(changes: readonly PlanChange[], { changed, also, timeOff }: Accepted) {
      const taken = new Set([
        ...changes.flatMap(({ visit, employeeId }) => (employeeId === '' ? visit._id : [])),
        ...also.map(({ _id }) => _id),
      ]);
      const unassigned = changed.filter(({ _id }) => taken.has(_id)).length;
      const given = changed.length - unassigned;
      return join([
        timeOff.length > 0 && t('plan.dayOffEntered', { smart_count: timeOff.length }),
        (given > 0 || unassigned + timeOff.length === 0) && t('plan.accepted', { smart_count: given }),
        unassigned > 0 && t('plan.unassigned', { smart_count: unassigned }),
      ]);
    },
    sayRest: ({ waiting, inConflict }: PlanRest) =>
      join([
        waiting.length > 0 && t('plan.stillNeed', { smart_count: waiting.length, names: nameVisits(waiting) }),
        inConflict.length > 0 &&
          t('plan.inConflict', { smart_count: inConflict.length, names: nameVisits(inConflict) }),
      ]),
  };
}

/** Returns a function that accepts changes of a day, and offers one undo for all of them. */
export function useAcceptPlan(day: string, onClose: () => void) {
  const t = useTranslate();
  const refresh = useRefresh();
  const toUndoAction = useUndoAction();
  const navigate = useNavigate();
  const { sayAccepted, sayRest } = useAcceptedTexts();
  const dataProvider = useDataProvider();
  const undo = async (changes: readonly PlanChange[], { changed, timeOff, also }: Accepted) => {
    const versions = new Map(changed.map(({ _id, version }) => [_id, version]));
    for (const id of timeOff)
      await dataProvider.delete('timeOff', { id }).catch((cause) => {
        // Somebody has deleted it.
        if (!(cause instanceof RequestError && cause.code === 404)) throw cause;
      });
    const unassigned = new Set(also.map(({ _id }) => _id));
    const visits = [
      ...changes
        .filter(({ visit }) => !unassigned.has(visit._id))
        .map(({ visit: { _id, employeeId, before } }) => ({
          ...{ _id, employeeId: employeeId ?? '', appointmentDateTime: before },
        })),
      ...also,
    ].flatMap((one) => {
      const version = versions.get(one._id);
      return version === undefined ? [] : [{ ...one, version }];
    });
    const { left } = await send(visits, { confirmed: true });
    if (left.length > 0) toast.warning(t('plan.skipped', { smart_count: left.length }));
  };
  return async (changes: readonly PlanChange[], more: object, rest: PlanRest) => {
    const visits = changes.map(({ visit: { _id, at, before, version }, employeeId }) => ({
      ...{ _id, employeeId, version },
      ...(at !== before && { appointmentDateTime: at }),
    }));
    const accepted = await send(visits, more);
    const { changed, left, timeOff } = accepted;
    if (left.length > 0) toast.warning(t('plan.skipped', { smart_count: left.length }));
    if (changed.length + timeOff.length > 0)
      notifySuccess(
        sayAccepted(changes, accepted),
        toUndoAction(() => undo(changes, accepted)),
      );
    const tab = rest.waiting.length > 0 ? 'unassigned' : 'conflicts';
    const run = () => navigate(getFilteredPath('/appointments', { tab, appointmentDate: day }));
    const open = sayRest(rest);
    if (open) toast.warning(open, undefined, { label: t('plan.showThem'), run });
    onClose();
    refresh();
  };
}
