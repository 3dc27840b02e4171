import { HttpResponse } from 'msw';
import type { Call } from 'portal-frame';
import { request } from 'portal-frame/browser';
import type { RequestInput } from 'portal-frame/internal/browser';
import { getPageRoles } from 'portal-frame/roles';
import { describe, expect, test, vi } from 'vitest';
import { FEATURES } from '../../src/wire/appFeatures.ts';
import { type CallName, calls } from '../../src/wire/index.ts';
import { ROLES } from '../roles.ts';
import { ID } from './callSamples.ts';
import { SPEC, type SpecName } from './calls.ts';
import type { SpecCall } from './commonCalls.ts';
import { good, on, refused, requests } from './host.ts';
import { tokenFor } from './portal.tsx';

const names = Object.keys(SPEC) as SpecName[];
const isBeyond = (name: string) => 'feature' in calls[name as CallName];
const beyond = (Object.keys(calls) as CallName[]).filter(isBeyond);

/** A call as screens make it, if no resource binds it. */
const inputOf = (name: SpecName) => {
  const { wire, query, body, input }: SpecCall = SPEC[name];
  return { ...(wire.includes('{id}') && { params: { id: ID } }), query, body, ...input } as RequestInput;
};

async function make(name: SpecName) {
  const { role, wire, send }: SpecCall = SPEC[name];
  const token = tokenFor(role ?? ROLES.find((one) => wire.includes(` /${one}/`)) ?? 'admin');
  localStorage.setItem('userAuthToken', token);
  // Lists of served tables ask for collections.
  localStorage.setItem('hostFeatures', FEATURES.filter((one) => one !== 'servedTables').join(' '));
  const reply = send ? send() : request(calls[name], inputOf(name));
  const failure = await Promise.resolve(reply).then(
    () => null,
    (cause: Error & { code: number }) => cause,
  );
  return { token, failure };
}

const address = (name: SpecName) => SPEC[name].wire.split(' ') as ['GET' | 'POST', string];

/** Sent only from a link of our own host. */
const FOLLOWING = ['undoEmail'];

test('has the same calls in the wire as in spec 7, and a feature for each other one (spec 7.35)', () => {
  expect(names.map((name) => `${calls[name].method} ${calls[name].path}`)).toEqual(
    names.map((name) => SPEC[name].wire),
  );
  const known = [...names, ...beyond, ...FOLLOWING, ...getPageRoles().names.map((role) => `${role}Profile`)];
  expect(Object.keys(calls).filter((name) => !known.includes(name))).toEqual([]);
});

test.each(beyond)('never sends %s to a host that lacks it (spec 1.9)', async (name) => {
  localStorage.setItem('userAuthToken', tokenFor('admin'));
  const input = { params: { id: ID } } as RequestInput;
  await expect(request(calls[name] as Call, input)).rejects.toMatchObject({ code: 404 });
  expect(requests).toEqual([]);
});

test('keeps a new session after a late 401 for the former one', async () => {
  for (const [next, code] of [
    [tokenFor('laboratory', 7200), 400],
    ['', 401],
  ] as const) {
    localStorage.setItem('userAuthToken', tokenFor('laboratory'));
    on('GET', calls.laboratoryProfile.path, () => {
      localStorage.setItem('userAuthToken', next);
      return refused('jwt expired', 401);
    });
    await expect(request(calls.laboratoryProfile)).rejects.toMatchObject({
      message: 'jwt expired',
      code,
      status: code,
    });
  }
});

/** A failing reply, the code that the caller gets, and the message if it is not the call's own. */
const FAILURES: [what: string, answer: () => Response, code: number, said?: string][] = [
  ['status false without a message', () => refused(), 400],
  ['a dropped connection', () => HttpResponse.error(), 0],
  ['status false with a message', () => refused('The host says no.'), 400, 'The host says no.'],
  ['status false with HTTP 200', () => HttpResponse.json({ status: false, code: 200 }), 400],
  ['code 401 with HTTP 200', () => HttpResponse.json({ status: false, message: 'expired', code: 401 }), 401, 'expired'],
  ['code 401 with status true', () => HttpResponse.json({ status: true, code: 401 }), 401],
  ['HTTP 401', () => refused('expired', 401), 401, 'expired'],
  ['HTTP 401 without a code', () => HttpResponse.json({ status: false }, { status: 401 }), 401],
  ['HTTP 401 as text', () => new HttpResponse('Unauthorized', { status: 401 }), 401],
  ['HTTP 401 without a body', () => new HttpResponse(null, { status: 401 }), 401],
  ['HTTP 401 with another code', () => HttpResponse.json({ status: false, code: 400 }, { status: 401 }), 401],
  ['HTML instead of JSON', () => HttpResponse.html('<h1>Welcome</h1>'), 0],
  ['HTML of a gateway', () => HttpResponse.html('<h1>Bad Gateway</h1>', { status: 502 }), 0],
  ['JSON without a status', () => HttpResponse.json({}), 0],
  ['an empty reply', () => new HttpResponse(null, { status: 204 }), 0],
];
/** Calls differ in their two messages and in `anyReply`. One plain call and each with `anyReply` runs all failures. */
const isTried = (name: SpecName) => (_failure: unknown, index: number) =>
  index < 2 || name === 'adminAppointments' || 'anyReply' in calls[name];

describe.each(names)('%s (spec 7.15, 7.36, 8.3)', (name) => {
  const row: SpecCall = SPEC[name];
  const [method, path] = address(name);
  const [refusedText, lostText = refusedText] = row.messages;

  test('is sent as the spec lists it (spec 7.1, 8.7)', async () => {
    on(method, path, () => good(row.data));
    const { token, failure } = await make(name);
    expect(failure).toBeNull();
    expect(requests).toHaveLength(1);
    const [seen] = requests;
    expect(seen).toMatchObject({ method, path: path.replace('{id}', 'r%2F1'), query: row.query ?? {} });
    expect(seen?.authorization).toBe(row.role === null ? null : row.raw ? token : `Bearer ${token}`);
    expect(seen?.body).toEqual(row.body ?? {});
    const { body, files, ignoresUnknownFields: ignores }: Call = calls[name];
    const known = Object.keys({ ...body?.shape, ...files });
    const unknown = Object.keys(seen?.body ?? {}).filter((one) => !known.includes(one.replace(/\[.*/, '')));
    expect(ignores ? [] : unknown).toEqual([]);
  });

  test.each(FAILURES.filter(isTried(name)))('%s (spec 7.3, 7.7)', async (_what, answer, code, said) => {
    on(method, path, answer);
    const { failure } = await make(name);
    // HTTP 2xx suffices for these (spec 7); the reply is not shown.
    if ('anyReply' in calls[name] && code === 0 && answer().ok) return expect(failure).toBeNull();
    expect(failure).toMatchObject({ message: said ?? (code === 0 ? lostText : refusedText), code });
  });

  test('reports a reply that never arrives', async () => {
    const patience = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
    on(method, path, () => {
      patience.abort(new DOMException('The time is over.', 'TimeoutError'));
      return new Promise(() => {});
    });
    const { failure } = await make(name);
    expect(failure).toMatchObject({ message: lostText, code: 0 });
    expect(timeout.mock.calls).toEqual([[row.wait ?? 20_000]]);
    timeout.mockRestore();
  });
});
