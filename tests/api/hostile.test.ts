import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import type { Call } from 'portal-frame';
import { markReauthenticated, openSession } from 'portal-frame/internal/server';
import { rightPayload } from 'portal-frame/testing/helpers';
import { isFullSize } from 'portal-frame/testing/size';
import { beforeAll, describe, expect, test } from 'vitest';
import { textsOf, withText } from '../bench/effort.ts';
import { ROLES, type Role, resolved } from '../roles.ts';
import { type Attempt, arbitrariesFor, attempts, INSIDES, marksOf, requestOf } from './attempts.ts';
import { addBelongings, type Belonging, marksIn } from './belongings.ts';
import { checked, emailOf, newcomer, PEOPLE, serverForAll } from './harness.ts';
import { pdf, photo } from './samples.ts';
import { type CallName, calls, getCall } from './servedCalls.ts';

/** Requests per call and role, some of them valid. HOSTILE_RUNS=2000 runs more; HOSTILE_SEED repeats a failure. */
const MANY = 40;
const RUNS = Number(process.env.HOSTILE_RUNS ?? (isFullSize ? MANY : 1));
const SEED = Number(process.env.HOSTILE_SEED ?? 20_260_302);

const server = serverForAll();
let belongings: Belonging[];
let pictures: File[];
beforeAll(async () => {
  belongings = await addBelongings(server);
  // The last admin could not be deactivated.
  await newcomer(server, 'admin');
  pictures = [await photo(), pdf('one')];
});

/** Each call with each role that may make it; null is anonymous. */
const made = (Object.keys(calls) as CallName[]).flatMap((name) => {
  const { roles } = resolved(getCall(name));
  return (roles === 'public' ? [null] : ROLES.filter((role) => roles.includes(role))).map((role) => ({
    name,
    as: role ?? 'nobody',
    role,
  }));
});
/**
 * Values that random data cannot hit: a laboratory's requested name, codes, tickets, factors, queries, tubes, keys,
 * webhooks, months, imported tables, and a shown plan. The same holds for the version of a visit with an employee and a time that fit.
 * Records that others need stay.
 */
const UNLUCKY: CallName[] = [
  'adminImportAppointments',
  'laboratoryImportAppointments',
  'changeAppointment',
  'proposePlan',
  'monthPreview',
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
  'finishOidc',
  'addFactor',
  'removeFactor',
  'newRecoveryCodes',
  'shareQuery',
  'endSharedQuery',
  'addCustodyEvents',
  'handOverTubes',
  'closeHandOver',
  'tubeCustody',
  'reportVisit',
  'createApiKey',
  'revokeApiKey',
  'createWebhook',
  'rotateWebhookSecret',
  'endWebhook',
  'webhookDeliveries',
  'automationRuns',
  'replayDelivery',
];

/** A session per request, because some requests end their session or account. */
async function tokenOf(role: Role): Promise<string> {
  const { db, tokens } = server.services;
  await db.updateTable('accounts').set({ is_active: 1 }).where('id', '=', server.ids[role]).execute();
  const session = await openSession(db, server.ids[role], 1);
  await markReauthenticated(db, session.id);
  return tokens.sign({ accountId: server.ids[role], sessionId: session.id, role }, session.expiresAt);
}

let address = 0;
async function send(name: CallName, role: Role | null, attempt: Attempt) {
  const call: Call = getCall(name);
  // Rate limits would hide the behaviour behind them.
  address += 1;
  await server.services.db.deleteFrom('attempts').execute();
  const request = await requestOf(call, attempt);
  const reply = await server.inject({
    ...request,
    remoteAddress: `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
    headers: { ...request.headers, ...(role && { authorization: `Bearer ${await tokenOf(role)}` }) },
  });
  return { reply, text: reply.body, result: checked(call, reply.statusCode, reply.json()) };
}

const accounts = () =>
  server.services.db.selectFrom('accounts').select(['id', 'role', 'deleted_at']).orderBy('id').execute();

type Accounts = Awaited<ReturnType<typeof accounts>>;
const addedSince = async (before: Accounts) =>
  (await accounts()).filter(({ id }) => !before.some((one) => one.id === id));

/** Admins added by an admin. */
const admitted = new Set<string>();
const admit = (added: Accounts) => {
  for (const { id } of added) admitted.add(id);
};

describe.each(made)('hostile requests to $name as $as', ({ name, role }) => {
  test('answers hostile requests with an envelope and without other people’s data', async () => {
    if (name === 'endSession') belongings.push(...(await addBelongings(server)));
    const before = await accounts();
    const marks = role ? await marksOf(server, belongings, role) : [];
    const seen = new Map<number, number>();
    const property = fc.asyncProperty(
      attempts({ ids: server.ids, belongings, pictures }, name, role),
      async (attempt) => {
        const { reply, text, result } = await send(name, role, attempt);
        seen.set(result.http, (seen.get(result.http) ?? 0) + 1);
        expect(result.http).toBeLessThan(500);
        expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
        expect(reply.headers['x-content-type-options']).toBe('nosniff');
        expect(text).not.toMatch(INSIDES);
        expect(marks).toEqual(expect.arrayContaining(marksIn(text)));
      },
    );
    await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: true });
    if (!UNLUCKY.includes(name) && RUNS >= MANY) expect([...seen.keys()]).toContain(200);

    const after = await accounts();
    expect(after.filter(({ id }) => before.some((one) => one.id === id))).toEqual(before);
    const roleAdded = { addEmployee: 'employee', addLaboratory: 'laboratory', addAdmin: 'admin' }[name as string];
    const added = await addedSince(before);
    expect(added.every((one) => one.role === roleAdded)).toBe(true);
    if (name === 'addAdmin') admit(added);
  });
});

/** Texts that PostgreSQL rejects, and numbers outside each of its columns. */
const UNHELD = ['\0', 'nul\0inside', '\ud800', '9'.repeat(30), '-9223372036854775809', '1e309'];

describe.each(made.filter(({ name }) => getCall(name).body || getCall(name).query))(
  'unsupported values in $name as $as',
  ({ name, role }) => {
    test('answers with an envelope to values that no column can hold', async () => {
      const call: Call = getCall(name);
      const before = await accounts();
      const world = { ids: server.ids, belongings, pictures };
      const seeds = { numRuns: 20, seed: SEED };
      const arbitraries = arbitrariesFor(world, name);
      const valuesOf = (schema: Call['body']) => (schema ? fc.sample(rightPayload(schema, arbitraries), seeds)[0] : {});
      const base = { body: valuesOf(call.body), query: valuesOf(call.query) };
      // An existing id, if the call takes one.
      const found = fc.sample(attempts(world, name, role), seeds);
      const { id = '' } = found.find((one) => belongings.some((belonging) => belonging.id === one.id)) ?? {};
      const errors: string[] = [];
      for (const part of ['body', 'query'] as const)
        for (const [at, { path }] of textsOf(call[part]).entries())
          for (const text of isFullSize ? UNHELD : [UNHELD[at % UNHELD.length] ?? '']) {
            const values = { ...base, [part]: withText(base[part], path, text) };
            const body = Object.entries(values.body as object);
            const query = Object.entries(values.query as object);
            const { result } = await send(name, role, { id, body, query, files: [], how: 'declared', raw: '' });
            if (result.http >= 500) errors.push(`${path.join('.')}: ${JSON.stringify(text)}: ${result.http}`);
          }
      expect(errors).toEqual([]);
      if (name === 'addAdmin') admit(await addedSince(before));
    });
  },
);

/** An incompressible text. */
const noise = (length: number) => randomBytes(length).toString('base64url').slice(0, length);

test('stores texts of the maximum length in indexed columns', async () => {
  const body = { email: emailOf('admin'), password: 'wrong' };
  const said = { 'x-forwarded-for': noise(6000) };
  expect((await server.call('signIn', { body, headers: said })).http).toBe(400);
});

test('grants nobody an unexpected role (ASVS 15.3.6)', async () => {
  expect((await accounts()).filter(({ id, role }) => role === 'admin' && !admitted.has(id))).toHaveLength(2);
  expect(new Set(Object.values(PEOPLE).map(({ role }) => role))).toEqual(new Set(ROLES));
});
