import type { Call } from 'portal-frame';
import { asForm } from 'portal-frame/testing/helpers';
import { API_ROOT } from 'portal-frame/wire';
import { type CallName, calls } from '../../src/wire/index.ts';
import { type Belonging, isTheirs, marksIn } from '../api/belongings.ts';
import { PEOPLE, type Person } from '../api/cast.ts';
import { foreignChanges, foreignQueries, foreignReads, kindOf, rightBody } from '../api/foreign.ts';
import { type Role, resolved } from '../roles.ts';
import { each, type Row, some, tally } from './tally.ts';
import type { Target } from './target.ts';

/** One person per role; the second ones own the foreign records. */
const attackers: Person[] = ['admin', 'employee', 'laboratory'];
const may = (name: CallName, person: Person) => {
  const { roles } = resolved(calls[name] as Call);
  return roles !== 'public' && roles.includes(PEOPLE[person].role);
};

/** Encodes a body, as a form if the call takes files. */
export async function sent(call: Call, body: Record<string, unknown>, files: [string, File][] = []) {
  if (!call.files) return { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const { payload, type } = await asForm(Object.entries(body), files);
  return { payload, headers: { 'content-type': type } };
}

export async function owners(target: Target, part: number): Promise<Row> {
  const row = tally('foreign records');
  const { ask, ids, belongings, pictures } = target;
  const ofPerson = async (person: Person) => ({ person, token: await target.tokenOf(PEOPLE[person].role as Role) });
  const people = await Promise.all(attackers.map(ofPerson));
  for (const { person, token } of people) {
    const theirs = belongings.filter(isTheirs(person)).map(({ mark }) => mark);
    const queries = (name: CallName) => ((calls[name] as Call).query ? foreignQueries(ids, belongings) : [{}]);
    const asked = foreignReads
      .filter((name) => may(name, person))
      .flatMap((name) => queries(name).map((query) => ({ name, query })));
    await each(some(asked, part), async ({ name, query }) => {
      const url = `${API_ROOT}${calls[name].path}?${new URLSearchParams(query)}`;
      const { code, text } = await ask({ method: 'GET', url, token });
      const found = marksIn(text).filter((mark) => !theirs.includes(mark));
      row.check(code < 500 && found.length === 0, () => `${name} ${url} as ${person} gave ${found.length} (${code})`);
    });
    for (const name of foreignChanges.filter((one) => may(one, person))) {
      const call: Call = calls[name];
      const kind = kindOf(call.path);
      const picture = pictures[0] as File;
      const files = Object.keys(call.files ?? {}).map((field): [string, File] => [field, picture]);
      const foreign = (one: Belonging) => one.kind !== kind || !isTheirs(person)(one);
      await each(some(belongings.filter(foreign), part), async ({ id }) => {
        const url = API_ROOT + call.path.replace(/\{\w+\}/, id);
        const body = await sent(call, rightBody(ids, call.body) ?? {}, files);
        const { code, text } = await ask({ method: call.method, url, token, ...body });
        row.check(code === 404, () => `${name} of ${id} as ${person} answered ${code} ${text.slice(0, 200)}`);
      });
    }
  }
  return row;
}
