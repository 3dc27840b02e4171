import fc from 'fast-check';
import type { Call } from 'portal-frame';
import {
  type Arbitraries,
  asForm,
  asJson,
  asQuery,
  encode,
  hostileText,
  type Pairs,
  payload,
} from 'portal-frame/testing/helpers';
import { API_ROOT, toWireTimings } from 'portal-frame/wire';
import type { Role } from '../roles.ts';
import type { Belonging } from './belongings.ts';
import { emailOf, PASSWORD, type Person } from './cast.ts';
import { kindOf } from './foreign.ts';
import type { TestServer } from './harness.ts';
import { type CallName, getCall } from './servedCalls.ts';
import { uploads } from './uploads.ts';

/** Ids and pictures to send. */
export interface World {
  ids: Record<Person, string>;
  belongings: readonly Belonging[];
  pictures: readonly File[];
}

const timings = toWireTimings([{ day: 'Monday', start: '08:00', end: '16:30' }]);
const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).map((text) => `N${text}`);
/** Names that no other call takes: one seed generates the same ids for each. */
const newNames = (call: CallName) => fc.uuid().map((id) => `${call.toLowerCase()}-${id}`);
/** Values that pass, by field: what no JSON Schema says. */
export const arbitrariesFor = ({ ids, belongings }: World, name: CallName): Arbitraries => ({
  email: name === 'signIn' ? fc.constant(emailOf('admin')) : newNames(name).map((one) => `${one}@example.test`),
  password: fc.constant(PASSWORD),
  oldPassword: fc.constant(PASSWORD),
  newPassword: fc.constant(PASSWORD),
  fullName: names,
  username: newNames(name),
  contactNumber: fc.constant('+15551234567'),
  address: fc.constantFrom('9 Birch Lane', '<b>9</b> Birch Lane'),
  gender: fc.constantFrom('Male', 'Female', 'Other'),
  at: fc.constant('2026-03-09T09:00,2026-03-10T09:00:00Z'),
  hireDate: fc.constantFrom('2020-02-29', '2024-01-01'),
  department: fc.constant('Radiology'),
  employeeId: name.endsWith('Employee') ? newNames(name) : fc.constantFrom(ids.employee, 'EMP-007'),
  labortary: fc.constantFrom('Northside Lab', 'Natera'),
  laboratoryId: fc.constant(ids.laboratory),
  appointmentDateTime: fc.constantFrom('2038-01-15T09:30', '2026-11-01T01:30'),
  dateOfBirth: fc.constantFrom('1963-02-28', ''),
  fees: fc.constantFrom('149.99', 20, ''),
  timings: fc.constant(name === 'updateProfile' ? JSON.stringify(timings) : timings),
  // Without a catalogue there is no order to come with an appointment.
  tests: fc.constant([]),
  orderedBy: fc.constant(''),
  requisition: fc.constant(''),
  notifications: fc.subarray(belongings.map(({ id }) => id)),
});

export interface Attempt {
  id: string;
  query: Pairs;
  body: Pairs;
  files: [string, File][];
  how: 'declared' | 'json' | 'form' | 'query' | 'raw';
  raw: string;
}

/** Builds the requests of a role to a call; null is a request without a session. */
export function attempts(world: World, name: CallName, role: Role | null): fc.Arbitrary<Attempt> {
  const call: Call = getCall(name);
  const { belongings, pictures } = world;
  const arbitraries = arbitrariesFor(world, name);
  const spared = name.startsWith('delete') ? ['employee', 'laboratory'] : [];
  const there = belongings.filter(({ kind }) => !spared.includes(kind));
  const fitting = there.filter(
    ({ kind, owners }) =>
      (call.path.includes(kind) || kindOf(call.path) === kind) && (role === 'admin' || owners.includes(role as Role)),
  );
  return fc.record({
    id: fc.oneof(
      fc.constantFrom(...(fitting.length > 0 ? fitting : there)).map(({ id }) => id),
      fc.constantFrom(...there).map(({ id }) => id),
      hostileText,
    ),
    query: payload(call.query, arbitraries),
    body: payload(call.body, arbitraries),
    files: call.files ? uploads(call.files, pictures) : fc.constant([]),
    how: fc.oneof(
      { arbitrary: fc.constant('declared' as const), weight: 8 },
      fc.constantFrom('json' as const, 'form' as const, 'query' as const, 'raw' as const),
    ),
    raw: fc.constantFrom('', '{', 'null', '[]', '"x"', '{"a":1}}', '\0', '[[[['.repeat(10_000), '{"__proto__":{}}'),
  });
}

async function bodyOf(call: Call, { how, body, files, raw }: Attempt) {
  if (how === 'raw') return { payload: raw, type: 'application/json' };
  if (how === 'query') return { payload: asQuery(body), type: 'application/x-www-form-urlencoded' };
  if (how === 'form' || (how === 'declared' && call.files)) return asForm(body, files);
  return call.body || how === 'json' ? { payload: asJson(body), type: 'application/json' } : {};
}

/** The attempt as a request, but for its token. */
export async function requestOf(call: Call, attempt: Attempt) {
  const { payload: content, type } = await bodyOf(call, attempt);
  const query = call.query || attempt.how === 'query' ? `?${asQuery(attempt.query)}` : '';
  return {
    method: call.method,
    url: `${API_ROOT}${call.path.replace(/\{\w+\}/g, encode(attempt.id))}${query}`,
    headers: { ...(type && call.method !== 'GET' && { 'content-type': type }) },
    ...(content !== undefined && call.method !== 'GET' && { payload: content }),
  };
}

/** Returns the ids that a person may read, including those that an admin's attempts assigned to them. */
export async function marksOf(
  { services, ids }: Pick<TestServer, 'services' | 'ids'>,
  belongings: readonly Belonging[],
  role: Role,
): Promise<string[]> {
  const appointments = await services.db.selectFrom('appointments').selectAll().execute();
  const own = { employee: ids.employee, laboratory: ids.laboratory, admin: undefined }[role];
  const assigned = appointments.filter((row) => own && [row.employee_id, row.laboratory_id].includes(own));
  const theirs = new Set(assigned.map(({ id }) => id));
  return belongings
    .filter(({ id, owners }) => role === 'admin' || owners.includes(role) || theirs.has(id))
    .map(({ mark }) => mark);
}

/** Details of the server that no reply may contain. */
export const INSIDES = /argon2|password_hash|sqlite|syntax error|at \w+ \(/i;
