import type { Call } from 'portal-frame';
import { API_ROOT } from 'portal-frame/wire';
import { badTokens } from '../api/badTokens.ts';
import { marksIn } from '../api/belongings.ts';
import { type CallName, calls } from '../api/servedCalls.ts';
import { ROLES, type Role, resolved } from '../roles.ts';
import { each, type Row, some, tally } from './tally.ts';
import type { Answer, Target, Wish } from './target.ts';

const NOBODY = 'f'.repeat(24);
const filled = (path: string) => path.replace(/\{\w+\}/g, NOBODY);
const closed = Object.entries(calls as Record<CallName, Call>)
  .map(([name, call]) => [name, resolved(call)] as const)
  .filter(([, { roles }]) => roles !== 'public');
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'];

/** Alternative spellings of a path. */
const variants = (path: string): string[] => [
  `${path}/`,
  `/${path}`,
  path.replace('/api', '/API'),
  path.replace('/v1/', '/v1//'),
  path.replace('/v1/', '/v1/./'),
  path.replace('/v1/', '/v1/x/../'),
  path.replace('/v1/', '/v1%2f'),
  path.replace(/(\w)$/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  `${path};a=b`,
  `${path}%00`,
  `${path}.json`,
  `/uploads/..${path}`,
];

/** True if a response contains protected data. */
const gives = ({ code, text }: Answer) =>
  marksIn(text).length > 0 || (code < 300 && /^\s*(\[|\{)/.test(text) && !/"status":false/.test(text));

interface Documented {
  paths: Record<string, Record<string, { security?: unknown[] }>>;
}
/** Routes that require a token according to the OpenAPI documents of all roles. */
async function documented({ ask }: Target, tokens: readonly string[]): Promise<{ method: string; path: string }[]> {
  const found = new Map<string, { method: string; path: string }>();
  for (const token of tokens) {
    const { text } = await ask({ method: 'GET', url: `${API_ROOT}/docs/json`, token });
    for (const [path, methods] of Object.entries((JSON.parse(text) as Documented).paths ?? {}))
      for (const [method, { security = [] }] of Object.entries(methods))
        if (security.length > 0) found.set(`${method} ${path}`, { method: method.toUpperCase(), path });
  }
  return [...found.values()];
}

export async function rights(target: Target, part: number): Promise<Row> {
  const row = tally('role, token, method, path');
  const { ask } = target;
  const tokens = Object.fromEntries(
    await Promise.all(ROLES.map(async (role) => [role, await target.tokenOf(role)] as const)),
  ) as Record<Role, string>;
  const expect = async (what: string, wish: Wish, held: (answer: Answer) => boolean) => {
    const answer = await ask(wish);
    row.check(
      held(answer),
      () => `${what}: ${wish.method} ${wish.url} answered ${answer.code} ${answer.text.slice(0, 200)}`,
    );
  };
  const all = await documented(target, Object.values(tokens));
  if (all.length <= closed.length) row.failures.push('the OpenAPI page does not show every call');
  await each(some(all, part), async ({ method, path }) => {
    for (const [kind, make] of Object.entries(badTokens)) {
      const token = await make(target, 'admin');
      await expect(`a token ${kind}`, { method, url: filled(path), token }, ({ code }) => code === 401);
    }
  });
  await each(some(closed, part), async ([name, { method, path, roles }]) => {
    const url = API_ROOT + filled(path);
    const body = { payload: '{}', headers: { 'content-type': 'application/json' } };
    const withBody = method === 'POST' ? body : {};
    for (const role of ROLES.filter((one) => !roles.includes(one)))
      await expect(`${name} as ${role}`, { method, url, token: tokens[role], ...withBody }, ({ code }) => code === 403);
    for (const other of METHODS.filter((one) => one !== method))
      await expect(`${name} by another method`, { method: other, url }, (answer) => !gives(answer));
    for (const written of variants(url))
      await expect(`${name} by another path`, { method, url: written, ...withBody }, (answer) => !gives(answer));
  });
  return row;
}
