import { useQuery } from '@tanstack/react-query';
import {
  type Confirmed,
  confirmAndRetry,
  notifySuccess,
  RequestError,
  requestData,
  toast,
  useFailure,
  usePending,
  useUndoAction,
} from 'portal-frame/browser';
import { omitEmpty } from 'portal-frame/wire';
import { useDataProvider, useRefresh, useTranslate } from 'ra-core';
import { useState } from 'react';
import { type PlanProposal, planCalls } from '../../wire/planning/planApi.ts';

/** Marks a refusal that is a question. */
const ASKS = { flag: 'overlap', body: {} } as const;

type Visit = PlanProposal['employees'][number]['visits'][number];

/** Change of one visit, and how it was. */
export interface PlanChange {
  visit: Visit;
  employeeId: string;
}

/** Employee who does not work on the day. */
export interface Absent {
  id: string;
  fullName: string;
}

const listChanges = ({ employees }: PlanProposal): PlanChange[] =>
  employees.flatMap(({ _id: employeeId, visits }) =>
    visits
      .filter((visit) => visit.employeeId !== employeeId || visit.at !== visit.before)
      .map((visit) => ({ visit, employeeId })),
  );

const send = (visits: object[], more: object) => requestData(planCalls.acceptPlan, { body: { visits, ...more } });

/** Returns a function that accepts changes, and offers one undo for all of them. */
function useAccept(onClose: () => void) {
  const t = useTranslate();
  const refresh = useRefresh();
  const toUndoAction = useUndoAction();
  const dataProvider = useDataProvider();
  const undo = async (changes: readonly PlanChange[], { changed, timeOff }: Awaited<ReturnType<typeof send>>) => {
    const versions = new Map(changed.map(({ _id, version }) => [_id, version]));
    for (const id of timeOff)
      await dataProvider.delete('timeOff', { id }).catch((cause) => {
        // Somebody has deleted it.
        if (!(cause instanceof RequestError && cause.code === 404)) throw cause;
      });
    const visits = changes.flatMap(({ visit: { _id, employeeId, before } }) => {
      const version = versions.get(_id);
      if (version === undefined) return [];
      return [{ _id, employeeId: employeeId ?? '', appointmentDateTime: before, version }];
    });
    return send(visits, { confirmed: true });
  };
  return async (changes: readonly PlanChange[], more: object) => {
    const visits = changes.map(({ visit: { _id, at, before, version }, employeeId }) => ({
      ...{ _id, employeeId, version },
      ...(at !== before && { appointmentDateTime: at }),
    }));
    const accepted = await send(visits, more);
    const { changed, left } = accepted;
    if (left.length > 0) toast.warning(t('plan.skipped', { smart_count: left.length }));
    if (changed.length > 0)
      notifySuccess(
        t('plan.accepted', { smart_count: changed.length }),
        toUndoAction(() => undo(changes, accepted)),
      );
    onClose();
    refresh();
  };
}

/** Proposal for a day, the chosen changes, and their acceptance. */
export function usePlan({ day, visits }: { day: string; visits: readonly string[] | undefined }, onClose: () => void) {
  const fail = useFailure();
  const [busy, run] = usePending();
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [reassign, setReassign] = useState(false);
  const [absent, setAbsent] = useState<readonly Absent[]>([]);
  const away = absent.length > 0 && { absent: absent.map(({ id }) => id) };
  const { data: proposal, error } = useQuery<PlanProposal, Error>({
    queryKey: ['plan', day, visits, reassign, absent],
    queryFn: ({ signal }) =>
      requestData(planCalls.proposePlan, {
        body: { day, ...(visits && { visits }), ...(reassign && { reassign }), ...away },
        signal,
      }),
    // A plan holds only for the moment.
    ...{ gcTime: 0, staleTime: Number.POSITIVE_INFINITY, retry: false },
  });
  const accept = useAccept(onClose);
  const changes = proposal ? listChanges(proposal) : [];
  const chosen = changes.filter(({ visit }) => !leftOut.has(visit._id));
  const acceptOnce = async ({ confirmed, reason }: Partial<Confirmed>) => {
    try {
      await accept(chosen, {
        ...(away && { absence: { day, ...away } }),
        ...omitEmpty({ confirmed, overrideReason: reason }),
      });
    } catch (cause) {
      throw cause instanceof RequestError ? cause.applyBinding({ confirm: ASKS }) : cause;
    }
  };
  return {
    ...{ proposal, error, busy, reassign, absent, setReassign, setAbsent },
    isChange: (id: string) => changes.some(({ visit }) => visit._id === id),
    isChosen: (id: string) => chosen.some(({ visit }) => visit._id === id),
    count: chosen.length,
    toggle: (id: string) =>
      setLeftOut(leftOut.has(id) ? new Set([...leftOut].filter((one) => one !== id)) : new Set([...leftOut, id])),
    accept: () => run(() => confirmAndRetry(acceptOnce).catch(fail)),
  };
}
