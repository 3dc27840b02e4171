import fc from 'fast-check';
import type { Call } from 'portal-frame';
import { type Arbitraries, rightPayload } from 'portal-frame/testing/helpers';
import { adminCalls } from '../../src/wire/adminApi.ts';
import { WIRE_FIELD_NAMES } from '../../src/wire/appointments/newAppointment.ts';
import type { Belonging } from './belongings.ts';
import { PEOPLE, type Person } from './cast.ts';
import { type CallName, calls, getCall } from './servedCalls.ts';

/**
 * Calls of admins on other accounts are tested in admins.test.ts and changePeople.test.ts. Patients' data is in
 * patientData.test.ts, tubes in custody.test.ts, second factors in secondFactor.test.ts, keys and webhooks, which only admins
 * have, in apiKeys.test.ts and webhooks.test.ts; months are admins' alone, see monthPreview.test.ts.
 */
const others = (Object.keys(calls) as CallName[]).filter(
  (name) =>
    !(name in adminCalls) &&
    !/apikey|webhook|delivery|deliveries|automation/i.test(name) &&
    ![
      'patientRecords',
      'deletePatient',
      'removeFactor',
      'changeEmployee',
      'changeLaboratory',
      'closeHandOver',
      'tubeCustody',
      'monthPreview',
    ].includes(name),
);
export const foreignReads = others.filter((name) => getCall(name).method === 'GET');
export const foreignChanges = others.filter((name) => getCall(name).path.includes('{'));

const people = Object.keys(PEOPLE) as Person[];

/** Queries for records of others by each value that names them. */
export const foreignQueries = (
  ids: Record<Person, string>,
  belongings: readonly Belonging[],
): Record<string, string>[] => [
  {},
  ...belongings.map(({ id }) => ({ id })),
  ...people.map((person) => ({ employeeId: ids[person] })),
  ...people.map((person) => ({ labortary: PEOPLE[person].fullName })),
  { employeeId: 'EMP-008' },
];

const KINDS = {
  appointment: /appointment|tracking|visit/,
  transaction: /transaction/,
  employee: /employee/,
  laboratory: /laboratory/,
  session: /session/,
};

/** Kind of record in a call's path. */
export function kindOf(path: string): keyof typeof KINDS | undefined {
  const act = path.split('/')[2] ?? '';
  return (Object.keys(KINDS) as (keyof typeof KINDS)[]).find((one) => KINDS[one].test(act));
}

/** A valid body for a call, with ids of the tests. */
export function rightBody(ids: Record<Person, string>, schema: Call['body']): Record<string, unknown> | undefined {
  // Only changes of an appointment without preconditions: this test does not know its version, for example.
  const left = [
    'employeeId',
    'appointmentDateTime',
    'fees',
    'version',
    'status',
    'cancelReason',
    WIRE_FIELD_NAMES.laboratory,
  ];
  const nothing = fc.constant(undefined);
  const unchanged = Object.fromEntries(left.map((field) => [field, nothing]));
  const report = { key: fc.constant('a-report-1'), kind: fc.constant('done'), madeAt: nothing, reason: nothing };
  const kinds = new Map<Call['body'], Arbitraries>([
    // Features that may be left out.
    ...(calls.changeAppointment ? [[calls.changeAppointment.body, unchanged] as const] : []),
    ...(calls.laboratoryChangeAppointment ? [[calls.laboratoryChangeAppointment.body, unchanged] as const] : []),
    ...(calls.reportVisit ? [[calls.reportVisit.body, report] as const] : []),
  ]);
  const arbitraries = kinds.get(schema) ?? { employeeId: fc.constant(ids.employee2) };
  return fc.sample(rightPayload(schema, arbitraries), { numRuns: 1, seed: 7 })[0];
}
