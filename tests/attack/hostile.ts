import fc from 'fast-check';
import type { Call } from 'portal-frame';
import { asJson, asQuery, encode, hostileText, payload } from 'portal-frame/testing/helpers';
import { API_ROOT } from 'portal-frame/wire';
import { z } from 'zod';
import { type CallName, calls } from '../../src/wire/index.ts';
import { attempts, INSIDES, marksOf, requestOf } from '../api/attempts.ts';
import { marksIn } from '../api/belongings.ts';
import { ROLES, type Role, resolved } from '../roles.ts';
import { each, type Row, some, tally } from './tally.ts';
import type { Answer, Target } from './target.ts';

const envelope = z.object({ status: z.boolean(), message: z.string().min(1), code: z.number(), data: z.unknown() });

/** True for an envelope without server error or internals. */
function isSound({ code, text, headers }: Answer): boolean {
  if (code === 0 || code >= 500 || INSIDES.test(text) || headers['x-content-type-options'] !== 'nosniff') return false;
  return /^application\/json/.test(headers['content-type'] ?? '');
}
const isEnvelope = ({ code, text }: Answer) => envelope.safeParse(JSON.parse(text)).data?.code === code;

/** Sends hostile values to every call and collection with every role. */
export async function hostile(target: Target, runs: number, part: number): Promise<Row> {
  const row = tally('SQL, HTML and other hostile values');
  const world = { ids: target.ids, belongings: target.belongings, pictures: target.pictures };
  const made = Object.entries(calls as Record<CallName, Call>).flatMap(([name, call]) =>
    (call.roles === 'public' ? [null] : ROLES.filter((role) => resolved(call).roles.includes(role))).map((role) => ({
      name: name as CallName,
      call,
      role,
    })),
  );
  await each(
    some(made, part),
    async ({ name, call, role }) => {
      const readable = async () => (role ? await marksOf(target, target.belongings, role) : []);
      const marks = await readable();
      for (const attempt of fc.sample(attempts(world, name, role), { numRuns: runs, seed: 20_260_302 })) {
        const token = role ? await target.tokenOf(role) : undefined;
        const wish = await requestOf(call, attempt);
        const answer = await target.ask({ ...wish, token });
        let foreign = marksIn(answer.text).filter((mark) => !marks.includes(mark));
        // Another call may have assigned them a visit since.
        if (foreign.length > 0) {
          const now = await readable();
          foreign = foreign.filter((mark) => !now.includes(mark));
        }
        // The connection may be closed before the request was complete.
        const cut = answer.code === 0 && wish.url.length > ADDRESS;
        const held = cut || (isSound(answer) && isEnvelope(answer) && foreign.length === 0);
        row.check(held, () => `${name} as ${role ?? 'nobody'}: ${answer.code} ${answer.text.slice(0, 200)}`);
      }
      await target.forgive();
    },
    2,
  );
  for (const role of ['admin', 'laboratory', 'employee'] as const) await collection(target, row, role, runs * 3);
  return row;
}

/** Node refuses much longer addresses itself (431). */
const ADDRESS = 8000;

const FIELDS = z.object({
  title: z.string(),
  code: z.string(),
  amount: z.number(),
  arrivedAt: z.string(),
  maker: z.string(),
});

async function collection(target: Target, row: ReturnType<typeof tally>, role: Role, runs: number): Promise<void> {
  const token = await target.tokenOf(role);
  const one = fc.record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
    id: fc.option(hostileText),
    body: payload(FIELDS, {}),
    filter: fc.oneof(payload(FIELDS, {}).map(asJson), hostileText),
    sort: hostileText,
  });
  for (const { method, id, body, filter, sort } of fc.sample(one, { numRuns: runs, seed: 20_260_302 })) {
    const answer = await target.ask({
      method,
      url: `${API_ROOT}/collections/supplies${id === null ? '' : `/${encode(id).slice(0, ADDRESS / 2)}`}?${asQuery(Object.entries({ filter, sort })).slice(0, ADDRESS)}`,
      token,
      headers: { 'content-type': 'application/json' },
      ...(method !== 'GET' && { payload: asJson(body) }),
    });
    row.check(
      isSound(answer),
      () => `${method} of a collection as ${role}: ${answer.code} ${answer.text.slice(0, 200)}`,
    );
  }
}
