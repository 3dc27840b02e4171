import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccount } from '../../server/store/accounts.ts';
import { markReauthenticated, openSession } from '../../server/store/sessions.ts';
import { API_ROOT, type Call, ROLES, type Role } from '../../src/wire/call.ts';
import { type CallName, calls } from '../../src/wire/index.ts';
import { toWireTimings } from '../../src/wire/timings.ts';
import { addBelongings, type Belonging, marksIn } from './belongings.ts';
import { checked, emailOf, PASSWORD, PEOPLE, startServer, type TestServer } from './harness.ts';
import { asForm, asJson, asQuery, encode, hostileText, type Known, type Pairs, payload, uploads } from './payloads.ts';
import { pdf, photo } from './samples.ts';

/** Requests per call and role; HOSTILE_RUNS=2000 for a long look, HOSTILE_SEED to see a failure again. */
const RUNS = Number(process.env.HOSTILE_RUNS ?? 50);
const SEED = Number(process.env.HOSTILE_SEED ?? 20_260_302);
console.log(`hostile payloads: HOSTILE_RUNS=${RUNS} HOSTILE_SEED=${SEED}`);

let server: TestServer;
let belongings: Belonging[];
let pictures: File[];
beforeAll(async () => {
  server = await startServer();
  belongings = await addBelongings(server);
  // The last admin could not be deactivated.
  const spare = { email: 'spare@example.test', username: 'spare', fullName: 'Spare', passwordHash: '' };
  await createAccount(server.services.db, { role: 'admin', ...spare });
  pictures = [await photo(), pdf('one')];
});
afterAll(() => server.close());

/** Each call as each role that may make it; null is nobody. */
const made = (Object.keys(calls) as CallName[]).flatMap((name) => {
  const { roles } = calls[name] as Call;
  return (roles === 'public' ? [null] : roles).map((role) => ({ name, as: role ?? 'nobody', role }));
});
/** What no luck brings about: the name that a laboratory asks for, a right one-time code, ticket or factor. Whom others need stays. */
const UNLUCKY: CallName[] = [
  'deleteAdmin',
  'deletePatient',
  'approveName',
  'refuseName',
  'verifyOtp',
  'resetPassword',
  'deleteEmployee',
  'deleteLaboratory',
  'undoEmail',
  'secondFactor',
  'setUpSecondFactor',
  'addFactor',
  'removeFactor',
  'newRecoveryCodes',
];

const timings = toWireTimings([{ day: 'Monday', start: '08:00', end: '16:30' }]);
const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).map((text) => `N${text}`);
/** Values that pass, by field: what no JSON Schema tells. */
const knownTo = (name: CallName): Known => ({
  email: name === 'signIn' ? fc.constant(emailOf('admin')) : fc.uuid().map((id) => `${id}@example.test`),
  password: fc.constant(PASSWORD),
  oldPassword: fc.constant(PASSWORD),
  newPassword: fc.constant(PASSWORD),
  fullName: names,
  username: fc.uuid(),
  contactNumber: fc.constant('+15551234567'),
  address: fc.constantFrom('9 Birch Lane', '<b>9</b> Birch Lane'),
  gender: fc.constantFrom('Male', 'Female', 'Other'),
  hireDate: fc.constantFrom('2020-02-29', '2024-01-01'),
  department: fc.constant('Radiology'),
  employeeId: name === 'addEmployee' ? fc.uuid() : fc.constantFrom(server.ids.employee, 'EMP-007'),
  labortary: fc.constantFrom('Northside Lab', 'Natera'),
  appointmentDateTime: fc.constantFrom('2027-01-15T09:30', '2026-11-01T01:30'),
  dateOfBirth: fc.constantFrom('1963-02-28', ''),
  fees: fc.constantFrom('149.99', 20, ''),
  timings: fc.constant(name === 'updateProfile' ? JSON.stringify(timings) : timings),
  notifications: fc.subarray(belongings.map(({ id }) => id)),
});

interface Attempt {
  id: string;
  query: Pairs;
  body: Pairs;
  files: [string, File][];
  how: 'declared' | 'json' | 'form' | 'query' | 'raw';
  raw: string;
}

function attempts(name: CallName, role: Role | null): fc.Arbitrary<Attempt> {
  const call: Call = calls[name];
  const known = knownTo(name);
  const spared = name.startsWith('delete') ? ['employee', 'laboratory'] : [];
  const there = belongings.filter(({ kind }) => !spared.includes(kind));
  const fitting = there.filter(
    ({ kind, owners }) => call.path.includes(kind) && (role === 'admin' || owners.includes(role as Role)),
  );
  return fc.record({
    id: fc.oneof(
      fc.constantFrom(...(fitting.length > 0 ? fitting : there)).map(({ id }) => id),
      fc.constantFrom(...there).map(({ id }) => id),
      hostileText,
    ),
    query: payload(call.query, known),
    body: payload(call.body, known),
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

/** A session of its own for each request, since some end theirs or their account. */
async function tokenOf(role: Role): Promise<string> {
  const { db, tokens } = server.services;
  await db.updateTable('accounts').set({ is_active: 1 }).where('id', '=', server.ids[role]).execute();
  const session = await openSession(db, server.ids[role], 1);
  await markReauthenticated(db, session.id);
  return tokens.sign({ accountId: server.ids[role], sessionId: session.id, role }, session.expiresAt);
}

let address = 0;
async function send(name: CallName, role: Role | null, attempt: Attempt) {
  const call: Call = calls[name];
  // What limits the rate would hide what lies behind it.
  address += 1;
  await server.services.db.deleteFrom('attempts').execute();
  const { payload: content, type } = await bodyOf(call, attempt);
  const query = call.query || attempt.how === 'query' ? `?${asQuery(attempt.query)}` : '';
  const path = call.path.replace(/\{\w+\}/g, encode(attempt.id));
  const reply = await server.inject({
    method: call.method,
    url: `${API_ROOT}${path}${query}`,
    remoteAddress: `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
    headers: {
      ...(role && { authorization: `Bearer ${await tokenOf(role)}` }),
      ...(type && call.method !== 'GET' && { 'content-type': type }),
    },
    ...(content !== undefined && call.method !== 'GET' && { payload: content }),
  });
  return { reply, text: reply.body, result: checked(call, reply.statusCode, reply.json()) };
}

/** What a person may read: their own, with what an admin's test assigned to them meanwhile. */
async function marksOf(role: Role): Promise<string[]> {
  const { employee, laboratory } = server.ids;
  const appointments = await server.services.db.selectFrom('appointments').selectAll().execute();
  const own = { employee, laboratory, admin: undefined }[role];
  const assigned = appointments.filter((row) => own && [row.employee_id, row.laboratory_id].includes(own));
  const ids = new Set(assigned.map(({ id }) => id));
  const theirs = belongings.filter(({ id, owners }) => role === 'admin' || owners.includes(role) || ids.has(id));
  return theirs.map(({ mark }) => mark);
}

const accounts = () =>
  server.services.db.selectFrom('accounts').select(['id', 'role', 'deleted_at']).orderBy('id').execute();

/** Admins whom an admin added. */
const admitted = new Set<string>();

describe.each(made)('$name as $as', ({ name, role }) => {
  test('answers whatever it is sent within the envelope, and never with what is not theirs', async () => {
    if (name === 'endSession') belongings.push(...(await addBelongings(server)));
    const before = await accounts();
    const marks = role ? await marksOf(role) : [];
    const seen = new Map<number, number>();
    const property = fc.asyncProperty(attempts(name, role), async (attempt) => {
      const { reply, text, result } = await send(name, role, attempt);
      seen.set(result.http, (seen.get(result.http) ?? 0) + 1);
      expect(result.http).toBeLessThan(500);
      expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(reply.headers['x-content-type-options']).toBe('nosniff');
      expect(text).not.toMatch(/argon2|password_hash|sqlite|syntax error|at \w+ \(/i);
      expect(marks).toEqual(expect.arrayContaining(marksIn(text)));
    });
    await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: true });
    if (!UNLUCKY.includes(name)) expect([...seen.keys()]).toContain(200);

    const after = await accounts();
    expect(after.filter(({ id }) => before.some((one) => one.id === id))).toEqual(before);
    const roleAdded = { addEmployee: 'employee', addLaboratory: 'laboratory', addAdmin: 'admin' }[name as string];
    const added = after.filter(({ id }) => !before.some((one) => one.id === id));
    expect(added.every((one) => one.role === roleAdded)).toBe(true);
    if (name === 'addAdmin') for (const { id } of added) admitted.add(id);
  });
});

/** A text that cannot be packed into less. */
const noise = (length: number) => randomBytes(length).toString('base64url').slice(0, length);

test('texts as long as the rules allow find room, whatever the database indexes', async () => {
  const token = await tokenOf('employee');
  const register = async (fcmToken: string) => (await server.call('generateFcm', { token, body: { fcmToken } })).http;
  expect(await register(noise(2048))).toBe(200);
  for (const bad of [noise(2049), 'ع'.repeat(100)]) expect(await register(bad)).toBe(400);
  const body = { email: emailOf('admin'), password: 'wrong' };
  const said = { 'x-forwarded-for': noise(6000) };
  expect((await server.call('signIn', { body, headers: said })).http).toBe(400);
});

test('nobody came to have a role that the tests did not give', async () => {
  expect((await accounts()).filter(({ id, role }) => role === 'admin' && !admitted.has(id))).toHaveLength(2);
  expect(new Set(Object.values(PEOPLE).map(({ role }) => role))).toEqual(new Set(ROLES));
});
