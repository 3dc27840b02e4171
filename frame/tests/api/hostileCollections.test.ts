import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openSession } from '../../server/accounts/sessionRows.ts';
import { API_ROOT } from '../../wire/call.ts';
import { toEnvelopeSchema } from '../../wire/envelope.ts';
import type { Role } from '../../wire/roles.ts';
import { clientOf } from './client.ts';
import { type Person, serverForAll } from './harness.ts';
import { asJson, asQuery, encode, hostileText, type Pairs, payload } from './payloads.ts';
import { casesOf } from './size.ts';
import { COLLECTIONS } from './supplies.ts';

/** Requests per role. HOSTILE_RUNS=2000 runs more; HOSTILE_SEED repeats a failure. */
const RUNS = Number(process.env.HOSTILE_RUNS ?? casesOf(50, 120).numRuns);
const SEED = Number(process.env.HOSTILE_SEED ?? 20_260_302);
/** Occurs in the texts of a record of another branch. */
const FOREIGN = 'mark-of-another';

const server = serverForAll({}, { resources: COLLECTIONS });
/** Ids of records by owner; the foreign one must never change or disappear. */
let ids: { own: string[]; foreign: string };
beforeAll(async () => {
  const of = (person: 'branch' | 'branch2') => clientOf(server, person);
  const own = [];
  for (const title of ['one', 'two', 'three']) own.push((await of('branch').create({ title })).body.id);
  const foreign = await of('branch2').create({ title: FOREIGN, code: 'F1' });
  expect(foreign.http).toBe(201);
  ids = { own, foreign: foreign.body.id };
});

/** Names of fields of supplies, and unknown names. */
const fields = z.object({
  title: z.string(),
  code: z.string().optional(),
  amount: z.number().optional(),
  price: z.number().optional(),
  state: z.enum(['new', 'used']).optional(),
  open: z.boolean().optional(),
  expiresOn: z.iso.date().optional(),
  arrivedAt: z.string().optional(),
  maker: z.string().optional(),
  owner: z.string().optional(),
  checkedBy: z.string().optional(),
  version: z.number().optional(),
});
const arbitraries = {
  arrivedAt: fc.constantFrom('2026-03-02T09:30', '2026-11-01T01:30'),
  price: fc.constantFrom(1, 10.1, 0),
  owner: fc.constant('somebody'),
  maker: fc.constant('0'.repeat(24)),
  version: fc.constantFrom(1, 2, 99),
};

interface Attempt {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  one: string | undefined;
  body: Pairs;
  query: Pairs;
}
const json = (value: unknown) => JSON.stringify(value) ?? '';
const parts: fc.Arbitrary<Pairs> = fc
  .record(
    {
      filter: fc.oneof(
        payload(fields, arbitraries).map((pairs) => asJson(pairs)),
        hostileText,
      ),
      sort: fc.oneof(
        fc.constantFrom('title', 'amount', 'owner', '__proto__', "id'").map((field) => json([field, 'ASC'])),
        hostileText,
      ),
      range: fc.oneof(fc.tuple(fc.integer(), fc.integer()).map(json), fc.constant('[0,9]'), hostileText),
    },
    { requiredKeys: [] },
  )
  .map((query) => Object.entries(query));

const attempts = () =>
  fc.record<Attempt>({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
    one: fc.oneof(
      fc.constantFrom<string | undefined>(undefined, ...ids.own, ids.foreign, '0'.repeat(24)),
      fc.constant(undefined),
      hostileText,
    ),
    body: payload(fields, arbitraries),
    query: parts,
  });

async function tokenOf(role: Role): Promise<string> {
  const session = await openSession(server.services.db, server.ids[role as Person], 1);
  const claims = { accountId: server.ids[role as Person], sessionId: session.id, role };
  return server.services.tokens.sign(claims, session.expiresAt);
}

/** The foreign record without the effects of the action `check`, which any worker may run. */
async function foreignRow() {
  const { body } = await clientOf(server, 'branch2').one(ids.foreign);
  return Object.fromEntries(Object.entries(body).filter(([name]) => !/^(checkedBy|version|changed)/.test(name)));
}

describe.each(['branch', 'worker', null] as const)('requests as %s', (role) => {
  test('answers hostile requests correctly, and neither reveals nor changes other people’s data', async () => {
    const before = await foreignRow();
    const token = role && (await tokenOf(role));
    const seen = new Set<number>();
    const property = fc.asyncProperty(attempts(), async ({ method, one, body, query }) => {
      // Only a list accepts a query; other calls would reject the request for it.
      const path = one !== undefined ? `/${encode(one)}` : method === 'GET' ? `?${asQuery(query)}` : '';
      const reply = await server.inject({
        method,
        url: `${API_ROOT}/collections/supplies${path}`,
        headers: { ...(token && { authorization: `Bearer ${token}` }), 'content-type': 'application/json' },
        ...(method !== 'GET' && { payload: asJson(body) }),
      });
      seen.add(reply.statusCode);
      expect(reply.statusCode).toBeLessThan(500);
      expect(reply.headers['content-type']).toMatch(/^application\/json/);
      if (reply.statusCode >= 400) {
        const refusal = toEnvelopeSchema(z.unknown()).parse(reply.json());
        expect([refusal.status, refusal.code]).toEqual([false, reply.statusCode]);
      }
      expect(reply.body).not.toMatch(/argon2|sqlite|syntax error|at \w+ \(/i);
      if (role !== 'worker') expect(reply.body).not.toContain(FOREIGN);
    });
    await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: true });
    expect([...seen]).toContain(role === null ? 401 : role === 'worker' ? 403 : 200);
    expect(await foreignRow()).toEqual(before);
  });
});
