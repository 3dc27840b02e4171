import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type Confirmed,
  confirmAndRetry,
  RequestError,
  requestData,
  useFailure,
  usePending,
} from 'portal-frame/browser';
import { omitEmpty } from 'portal-frame/wire';
import { useState } from 'react';
import { type PlanProposal, planCalls } from '../../wire/planning/planApi.ts';
import { listChanges, listLost, listPlaces, listRest, type Placed } from './planChanges.ts';
import { useAcceptPlan } from './useAcceptPlan.ts';

/** Marks a refusal that is a question. */
const ASKS = { flag: 'overlap', body: {} } as const;

export type Plan = ReturnType<typeof usePlan>;

/** Employee who does not work on the day. */
export interface Absent {
  id: string;
  fullName: string;
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
  const accept = useAcceptPlan(day, onClose);
  const changes = proposal ? listChanges(proposal) : [];
  const chosen = changes.filter(({ visit }) => !leftOut.has(visit._id));
  const acceptOnce = async ({ confirmed, reason }: Partial<Confirmed>) => {
    if (!proposal) return;
    const more = { ...(away && { absence: { day, ...away } }), ...omitEmpty({ confirmed, overrideReason: reason }) };
    try {
      await accept(
        chosen,
        more,
        listRest(
          proposal,
          chosen,
          absent.map(({ id }) => id),
        ),
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
