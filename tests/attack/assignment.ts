import fc from 'fast-check';
import type { Call } from 'portal-frame';
import { rightPayload } from 'portal-frame/testing/helpers';
import { API_ROOT } from 'portal-frame/wire';
import { arbitrariesFor } from '../api/attempts.ts';
import { type CallName, calls } from '../api/servedCalls.ts';
import { type Role, resolved } from '../roles.ts';
import { each, type Row, some, type Tally, tally } from './tally.ts';
import { sent, type Target } from './target.ts';

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

async function everyField({ services }: Target): Promise<string[]> {
  const tables = await services.db.introspection.getTables();
  const columns = tables.flatMap((table) => table.columns.map(({ name }) => name));
  const declared = Object.values(calls as Record<CallName, Call>).flatMap(({ body }) => Object.keys(body?.shape ?? {}));
  return [...new Set([...columns, ...columns.map(camel), ...declared])];
}

async function everything({ services: { db } }: Target): Promise<string> {
  const tables = await db.introspection.getTables();
  const rows = tables.map(({ name }) =>
    db
      .selectFrom(name as 'accounts')
      .selectAll()
      .execute(),
  );
  return JSON.stringify(await Promise.all(rows));
}

const accountsOf = ({ services }: Target) =>
  services.db.selectFrom('accounts').select(['id', 'role', 'deleted_at', 'employee_code']).orderBy('id').execute();
const boundTo = async ({ services: { db }, ids }: Target) =>
  (await db.selectFrom('appointments').select('id').where('laboratory_id', '=', ids.laboratory2).execute()).length;

/** Calls that end the access of other calls. */
const ENDING: readonly CallName[] = ['toggleAccount', 'signOut'];

/**
 * Sends each call the fields of all calls and columns in addition to its own. The values are a text that is searched in
 * the database afterwards, and values that would extend rights.
 */
async function ofCalls(target: Target, row: Tally, part: number): Promise<void> {
  const { ask, ids, belongings, pictures } = target;
  const fields = await everyField(target);
  const before = await accountsOf(target);
  const bound = await boundTo(target);
  const marks = new Map<string, string>();
  const made = Object.entries(calls as Record<CallName, Call>)
    .filter(([name, { method }]) => method === 'POST' && !ENDING.includes(name as CallName))
    .flatMap(([name, call]) =>
      [resolved(call).roles]
        .flatMap((roles) => (roles === 'public' ? [null] : roles))
        .map((role) => ({ name, call, role })),
    );
  await each(
    some(made, part),
    async ({ name, call, role }) => {
      const arbitraries = arbitrariesFor({ ids, belongings, pictures }, name as CallName);
      const [right = {}] = fc.sample(rightPayload(call.body, arbitraries), { numRuns: 1, seed: 11 });
      const others = fields.filter((field) => !Object.hasOwn(call.body?.shape ?? {}, field));
      const mark = `mass-${marks.size}-${Math.random().toString(36).slice(2)}`;
      marks.set(mark, `${name} as ${role ?? 'nobody'}`);
      const raised = { role: 'admin', is_active: 0, isActive: false, fees_cents: 0, laboratory_id: ids.laboratory2 };
      const own = call.path.includes('{') ? 'f'.repeat(24) : '';
      for (const more of [Object.fromEntries(others.map((field) => [field, mark])), raised]) {
        const allowed = Object.entries(more).filter(([field]) => others.includes(field));
        const token = role ? await target.tokenOf(role as Role) : undefined;
        const body = await sent(call, { ...right, ...Object.fromEntries(allowed) });
        const url = API_ROOT + call.path.replace(/\{\w+\}/, own);
        const { code, text } = await ask({ method: 'POST', url, token, ...body });
        row.check(
          code < 500 && !text.includes(mark),
          () => `${name} as ${role} answered ${code} ${text.slice(0, 200)}`,
        );
      }
      await target.forgive();
    },
    1,
  );
  const all = await everything(target);
  for (const [mark, whose] of marks)
    row.check(!all.includes(mark), () => `${whose} wrote a field that it does not take`);
  const after = await accountsOf(target);
  const changed = before.filter((one) => JSON.stringify(after.find(({ id }) => id === one.id)) !== JSON.stringify(one));
  row.check(changed.length === 0, () => `accounts came to be others: ${JSON.stringify(changed)}`);
  const raisedOnes = after.filter(({ id, role }) => role === 'admin' && !before.some((one) => one.id === id));
  row.check(raisedOnes.length <= 2, () => `${raisedOnes.length} admins that no admin added`);
  row.check((await boundTo(target)) === bound, () => 'an appointment was bound to another laboratory');
}

export async function assignment(target: Target, part: number): Promise<Row> {
  const row = tally('mass assignment, fields of others');
  await ofCalls(target, row, part);
  return row;
}
