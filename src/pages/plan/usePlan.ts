import { keepPreviousData, useQuery } from '@tanstack/react-query';
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

type Visit = Pick<
  PlanProposal['employees'][number]['visits'][number],
  '_id' | 'at' | 'before' | 'version' | 'employeeId'
>;

/** Change of one visit, and how it was. */
export interface PlanChange {
  visit: Visit;
  employeeId: string;
}

export type Plan = ReturnType<typeof usePlan>;

/** Employee who does not work on the day. */
export interface Absent {
  id: string;
  fullName: string;
}

/** A chosen way to make a visit that fits nobody. */
interface Placed {
  visit: string;
  way: PlanProposal['unassigned'][number]['ways'][number];
  label: string;
}

const isChanged = ({ visit, employeeId }: PlanChange) =>
  (visit.employeeId ?? '') !== employeeId || visit.at !== visit.before;

/** Lists all that the proposal changes: visits given and moved, and those that lose their employee. */
const listChanges = ({ employees, unassigned, otherDays }: PlanProposal): PlanChange[] =>
  [
    ...employees.flatMap(({ _id: employeeId, visits }) => visits.map((visit) => ({ visit, employeeId }))),
    ...otherDays.map((visit) => ({ visit, employeeId: visit.newEmployee._id })),
    ...unassigned.map((visit) => ({ visit, employeeId: '' })),
  ].filter(isChanged);

/** Lists where the visits of a proposal are. */
const listPlaces = ({ employees, unassigned }: PlanProposal) =>
  [
    ...employees.flatMap(({ _id: employeeId, visits }) => visits.map((visit) => ({ ...visit, employeeId }))),
    ...unassigned.map((visit) => ({ ...visit, employeeId: '' })),
  ].map(({ _id, employeeId, at, version, patientName }) => ({ _id, employeeId, at, version, patientName }));

/** Names the patients whose visits are not where the shown plan has them, without those of the chosen ways. */
function listLost(shown: PlanProposal, now: PlanProposal, placed: readonly Placed[]): string[] {
  const places = new Map(listPlaces(now).map((one) => [one._id, one]));
  return listPlaces(shown).flatMap(({ _id, employeeId, at, patientName }) => {
    const place = places.get(_id);
    const isKept = place?.employeeId === employeeId && place.at === at;
    return isKept || placed.some(({ visit }) => visit === _id) ? [] : patientName;
  });
}

const send = (visits: object[], more: object) => requestData(planCalls.acceptPlan, { body: { visits, ...more } });

/** Returns a function that accepts changes, and offers one undo for all of them. */
function useAccept(onClose: () => void) {
  const t = useTranslate();
  const refresh = useRefresh();
  const toUndoAction = useUndoAction();
  const dataProvider = useDataProvider();
  const undo = async (changes: readonly PlanChange[], { changed, timeOff, also }: Awaited<ReturnType<typeof send>>) => {
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
    return send(visits, { confirmed: true });
  };
  return async (changes: readonly PlanChange[], more: object, open: readonly string[]) => {
    const visits = changes.map(({ visit: { _id, at, before, version }, employeeId }) => ({
      ...{ _id, employeeId, version },
      ...(at !== before && { appointmentDateTime: at }),
    }));
    const accepted = await send(visits, more);
    const { changed, left, also, timeOff } = accepted;
    const lost = changes.filter(({ employeeId }) => employeeId === '').map(({ visit }) => visit._id);
    const waiting = new Set([...open, ...lost, ...also.map(({ _id }) => _id)]);
    const given = changed.filter(({ _id }) => !waiting.has(_id)).length;
    const text = [
      (given > 0 || waiting.size === 0) && t('plan.accepted', { smart_count: given }),
      waiting.size > 0 && t('plan.stillNeed', { smart_count: waiting.size }),
    ];
    if (left.length > 0) toast.warning(t('plan.skipped', { smart_count: left.length }));
    if (changed.length + timeOff.length > 0)
      notifySuccess(
        text.filter(Boolean).join(', '),
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
  const [included, setIncluded] = useState<readonly string[]>([]);
  const [placed, setPlaced] = useState<readonly Placed[]>([]);
  /** The plan in which the first way was chosen: ways change nothing else in it. */
  const [shown, setShown] = useState<PlanProposal>();
  const away = absent.length > 0 && { absent: absent.map(({ id }) => id) };
  const {
    data: proposal,
    error,
    isPlaceholderData,
  } = useQuery<PlanProposal, Error>({
    queryKey: ['plan', day, visits, reassign, absent, included, placed, shown],
    queryFn: ({ signal }) =>
      requestData(planCalls.proposePlan, {
        body: {
          ...{ day, ...(visits && { visits }), ...(reassign && { reassign }), ...away },
          ...(included.length > 0 && { included }),
          ...(shown && { kept: listPlaces(shown).map(({ patientName, ...one }) => one) }),
          ...(placed.length > 0 && {
            placed: placed.map(({ visit, way: { employeeId, at } }) => ({ _id: visit, employeeId, at })),
          }),
        },
        signal,
      }),
    // A plan holds only for the moment.
    ...{ gcTime: 0, staleTime: Number.POSITIVE_INFINITY, retry: false, placeholderData: keepPreviousData },
  });
  const accept = useAccept(onClose);
  const changes = proposal ? listChanges(proposal) : [];
  const chosen = changes.filter(({ visit }) => !leftOut.has(visit._id));
  const acceptOnce = async ({ confirmed, reason }: Partial<Confirmed>) => {
    try {
      await accept(
        chosen,
        {
          ...(away && { absence: { day, ...away } }),
          ...omitEmpty({ confirmed, overrideReason: reason }),
        },
        (proposal?.unassigned ?? []).map(({ _id }) => _id),
      );
    } catch (cause) {
      throw cause instanceof RequestError ? cause.applyBinding({ confirm: ASKS }) : cause;
    }
  };
  /** Plans the day anew for another choice of people; the chosen ways stay unless their employee is absent. */
  const replan = (away: readonly Absent[]) => {
    setShown(undefined);
    setPlaced(placed.filter(({ way }) => !away.some(({ id }) => id === way.employeeId)));
  };
  return {
    ...{ proposal, error, reassign, absent, placed },
    /** Patients whose visits could not stay as they were shown. */
    lost: shown && proposal && !isPlaceholderData ? listLost(shown, proposal, placed) : [],
    setReassign(all: boolean) {
      replan(absent);
      setReassign(all);
    },
    setAbsent(all: readonly Absent[]) {
      replan(all);
      setAbsent(all);
    },
    busy: busy || isPlaceholderData,
    include(id: string) {
      replan(absent);
      setIncluded([...included, id]);
    },
    place(one: Placed) {
      setShown(shown ?? proposal);
      setPlaced([...placed.filter(({ visit }) => visit !== one.visit), one]);
    },
    unplace: (id: string) => setPlaced(placed.filter(({ visit }) => visit !== id)),
    isChange: (id: string) => changes.some(({ visit }) => visit._id === id),
    isChosen: (id: string) => chosen.some(({ visit }) => visit._id === id),
    count: chosen.length,
    toggle: (id: string) =>
      setLeftOut(leftOut.has(id) ? new Set([...leftOut].filter((one) => one !== id)) : new Set([...leftOut, id])),
    accept: () => run(() => confirmAndRetry(acceptOnce).catch(fail)),
  };
}
