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
import { dayPlanCalls, type PlanProposal } from '../wire/dayPlanApi.ts';
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

interface DayToPlan {
  day: string;
  visits: readonly string[] | undefined;
}

/** The plan in which the first way was chosen, with the ways chosen before: further ways change nothing else in it. */
interface ShownPlan {
  proposal: PlanProposal;
  before: readonly Placed[];
}

/** Choices of a dispatcher for a plan. */
interface Choices {
  reassign: boolean;
  absent: readonly Absent[];
  included: readonly string[];
  placed: readonly Placed[];
  shown: ShownPlan | undefined;
}

/** Returns the body of the call. A way that is taken back leaves its visit as it is now. */
const toBody = ({ day, visits }: DayToPlan, { reassign, absent, included, placed, shown }: Choices) => ({
  ...{ day, ...(visits && { visits }), ...(reassign && { reassign }) },
  ...(absent.length > 0 && { absent: absent.map(({ id }) => id) }),
  ...(included.length > 0 && { included }),
  ...(shown && {
    kept: listPlaces(shown.proposal)
      .filter(({ _id }) => !shown.before.some(({ visit }) => visit === _id))
      .map(({ patientName, ...one }) => one),
  }),
  ...(placed.length > 0 && {
    placed: placed.map(({ visit, way: { employeeId, at } }) => ({ _id: visit, employeeId, at })),
  }),
});

const NO_CHOICES: Choices = { reassign: false, absent: [], included: [], placed: [], shown: undefined };

/** The proposal for a day by what the dispatcher has chosen. */
function useProposal(planned: DayToPlan) {
  const [choices, setChoices] = useState(NO_CHOICES);
  const { placed, shown } = choices;
  const body = toBody(planned, choices);
  const {
    data: proposal,
    error,
    isPlaceholderData: isLoading,
  } = useQuery<PlanProposal, Error>({
    queryKey: ['plan', body],
    queryFn: ({ signal }) => requestData(dayPlanCalls.proposePlan, { body, signal }),
    // A plan holds only for the moment.
    ...{ gcTime: 0, staleTime: Number.POSITIVE_INFINITY, retry: false, placeholderData: keepPreviousData },
  });
  /** Plans the day anew. The chosen ways stay unless their employee is absent. */
  const replan = (changed: Partial<Choices>) => {
    const next = { ...choices, ...changed, shown: undefined };
    const isAway = ({ way }: Placed) => next.absent.some(({ id }) => id === way.employeeId);
    setChoices({ ...next, placed: placed.filter((one) => !isAway(one)) });
  };
  return {
    ...{ proposal, error, isLoading, ...choices },
    /** Patients whose visits could not stay as they were shown. */
    lost: shown && proposal && !isLoading ? listLost(shown.proposal, proposal, [...placed, ...shown.before]) : [],
    setReassign: (reassign: boolean) => replan({ reassign }),
    setAbsent: (absent: readonly Absent[]) => replan({ absent }),
    include: (id: string) => replan({ included: [...choices.included, id] }),
    place: (one: Placed) =>
      setChoices({
        ...choices,
        placed: [...placed.filter(({ visit }) => visit !== one.visit), one],
        shown: shown ?? (proposal && { proposal, before: placed }),
      }),
    unplace: (id: string) => setChoices({ ...choices, placed: placed.filter(({ visit }) => visit !== id) }),
  };
}

/** Proposal for a day, the chosen changes, and their acceptance. */
export function usePlan(planned: DayToPlan, onClose: () => void) {
  const fail = useFailure();
  const [busy, run] = usePending();
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const { isLoading, ...rest } = useProposal(planned);
  const { proposal } = rest;
  const accept = useAcceptPlan(planned.day, onClose);
  const changes = proposal ? listChanges(proposal) : [];
  const chosen = changes.filter(({ visit }) => !leftOut.has(visit._id));
  const acceptOnce = async ({ confirmed, reason }: Partial<Confirmed>) => {
    if (!proposal) return;
    const absent = rest.absent.map(({ id }) => id);
    const more = {
      ...(absent.length > 0 && { absence: { day: planned.day, absent } }),
      ...omitEmpty({ confirmed, overrideReason: reason }),
    };
    try {
      await accept(chosen, more, listRest(proposal, chosen, absent));
    } catch (cause) {
      throw cause instanceof RequestError ? cause.applyBinding({ confirm: ASKS }) : cause;
    }
  };
  return {
    ...rest,
    busy: busy || isLoading,
    isChange: (id: string) => changes.some(({ visit }) => visit._id === id),
    isChosen: (id: string) => chosen.some(({ visit }) => visit._id === id),
    count: chosen.length,
    toggle: (id: string) =>
      setLeftOut(leftOut.has(id) ? new Set([...leftOut].filter((one) => one !== id)) : new Set([...leftOut, id])),
    accept: () => run(() => confirmAndRetry(acceptOnce).catch(fail)),
  };
}
