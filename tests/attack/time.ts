import fc from 'fast-check';
import { asQuery, type Pairs, rightPayload } from '../../frame/tests/api/payloads.ts';
import { API_ROOT, type Call } from '../../frame/wire/call.ts';
import { type CallName, calls } from '../../src/wire/index.ts';
import { arbitrariesFor } from '../api/attempts.ts';
import { shapes, textsOf, withText } from '../bench/effort.ts';
import type { Role } from '../roles.ts';
import { sent } from './owners.ts';
import { each, type Row, some, tally } from './tally.ts';
import type { Target, Wish } from './target.ts';

/** Milliseconds that no answer may take, on a machine that does other work as well; processor time is measured by `npm run bench -- effort`. */
const MOST = 1500;
const LONG = { json: 300_000, form: 99_000, query: 2500 };

/** The longest text of each hostile shape at each place of each call: it is answered soon, and by no error of the server. */
export async function time(target: Target, part: number): Promise<Row> {
  const row = tally('longest texts of each hostile shape, 1.5 s');
  const wishes: { what: string; role: Role | null; wish: () => Promise<Wish> }[] = [];
  for (const [name, call] of Object.entries(calls as Record<CallName, Call>)) {
    const role = call.roles === 'public' ? null : (call.roles[0] as Role);
    const url = API_ROOT + call.path.replace(/\{\w+\}/, 'f'.repeat(24));
    for (const where of ['body', 'query'] as const) {
      const schema = call[where];
      const arbitraries = arbitrariesFor(target, name as CallName);
      const [right] = schema ? fc.sample(rightPayload(schema, arbitraries), { numRuns: 1, seed: 7 }) : [];
      const most = where === 'query' ? LONG.query : call.files ? LONG.form : LONG.json;
      for (const { path } of textsOf(schema))
        for (const [shape, text] of shapes) {
          const wish = async (): Promise<Wish> => {
            const values = withText(right, path, text(most)) as Record<string, unknown>;
            return where === 'query'
              ? { method: call.method, url: `${url}?${asQuery(Object.entries(values) as Pairs)}` }
              : { method: call.method, url, ...(await sent(call, values)) };
          };
          wishes.push({ what: `${name}, ${path.join('.')} of ${shape}`, role, wish });
        }
    }
  }
  await each(
    some(wishes, part),
    async ({ what, role, wish }) => {
      let best = Number.POSITIVE_INFINITY;
      let code = 0;
      for (let go = 0; go < 2 && best > MOST; go++) {
        const answer = await target.ask({ ...(await wish()), token: role ? await target.tokenOf(role) : undefined });
        best = Math.min(best, answer.ms);
        code = answer.code;
      }
      row.check(best <= MOST && code > 0 && code < 500, () => `${what}: ${code} after ${best.toFixed(0)} ms`);
    },
    2,
  );
  await target.forgive();
  return row;
}
