import type { PlanProposal } from '../wire/dayPlanApi.ts';

type Visit = Pick<
  PlanProposal['employees'][number]['visits'][number],
  '_id' | 'patientName' | 'at' | 'before' | 'version' | 'employeeId' | 'employeeName'
>;

/** Change of one visit, and how it was. */
export interface PlanChange {
  visit: Visit;
  employeeId: string;
}

/** A chosen way to make a visit that fits nobody. */
export interface Placed {
  visit: string;
  way: PlanProposal['unassigned'][number]['ways'][number];
  label: string;
}

const isChanged = ({ visit, employeeId }: PlanChange) =>
  (visit.employeeId ?? '') !== employeeId || visit.at !== visit.before;

/** Lists all that the proposal changes: visits given and moved, and those that lose their employee. */
export const listChanges = ({ employees, unassigned, otherDays }: PlanProposal): PlanChange[] =>
  [
    ...employees.flatMap(({ _id: employeeId, visits }) => visits.map((visit) => ({ visit, employeeId }))),
    ...otherDays.map((visit) => ({ visit, employeeId: visit.newEmployee._id })),
    ...unassigned.map((visit) => ({ visit, employeeId: '' })),
  ].filter(isChanged);

/** Visits that the chosen changes leave without an employee, or with one who cannot make them. */
export interface PlanRest {
  waiting: Visit[];
  inConflict: Visit[];
}

/**
 * Lists the visits that need somebody after the chosen changes.
 * @param absent ids of employees whose visits are unassigned in any case.
 */
export function listRest(proposal: PlanProposal, chosen: readonly PlanChange[], absent: readonly string[]): PlanRest {
  const ids = new Set(chosen.map(({ visit }) => visit._id));
  const left = listChanges(proposal).flatMap(({ visit }) => (ids.has(visit._id) ? [] : visit));
  const isOpen = ({ employeeId }: Visit) => employeeId === null || absent.includes(employeeId);
  const lost = new Set(proposal.unassigned.map(({ _id }) => _id));
  const unfit = new Set(proposal.employees.flatMap(({ visits }) => visits.flatMap(({ _id, why }) => (why ? _id : []))));
  const waiting = [
    ...proposal.unassigned.filter((visit) => ids.has(visit._id) || isOpen(visit)),
    ...left.filter((visit) => isOpen(visit) && !lost.has(visit._id)),
  ];
  return {
    // First those that lose their employee, so that they are named.
    waiting: waiting.toSorted((a, b) => Number(a.employeeId === null) - Number(b.employeeId === null)),
    inConflict: [
      ...proposal.employees.flatMap(({ visits }) => visits.filter(({ against }) => against.length > 0)),
      ...left.filter((visit) => !isOpen(visit) && (lost.has(visit._id) || unfit.has(visit._id))),
    ],
  };
}

/** Lists where the visits of a proposal are. */
export const listPlaces = ({ employees, unassigned }: PlanProposal) =>
  [
    ...employees.flatMap(({ _id: employeeId, visits }) => visits.map((visit) => ({ ...visit, employeeId }))),
    ...unassigned.map((visit) => ({ ...visit, employeeId: '' })),
  ].map(({ _id, employeeId, at, version, patientName }) => ({ _id, employeeId, at, version, patientName }));

/** Names the patients whose visits are not where the shown plan has them, without those of the chosen ways. */
export function listLost(shown: PlanProposal, now: PlanProposal, placed: readonly Placed[]): string[] {
  const places = new Map(listPlaces(now).map((one) => [one._id, one]));
  return listPlaces(shown).flatMap(({ _id, employeeId, at, patientName }) => {
    const place = places.get(_id);
    const isKept = place?.employeeId === employeeId && place.at === at;
    return isKept || placed.some(({ visit }) => visit === _id) ? [] : patientName;
  });
}
