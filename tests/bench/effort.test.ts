import fc from 'fast-check';
import type { Call } from 'portal-frame';
import { openSession } from 'portal-frame/internal/server';
import { asForm, asQuery, type Pairs, rightPayload } from 'portal-frame/testing/helpers';
import { API_ROOT } from 'portal-frame/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallName, calls } from '../../src/wire/index.ts';
import { emailOf, PASSWORD, startServer, type TestServer } from '../api/harness.ts';
import { COLLECTIONS } from '../api/supplies.ts';
import { type Role, resolved } from '../roles.ts';
import { effortOf, shapes, stridesOf, type TextPlace, textsOf, withText } from './effort.ts';

const MORE = 50;
/** Characters, far beyond every limit. */
const LONG = 60_000;
const MOST = { json: 300_000, form: 99_000, query: 2500 };

let server: TestServer;
const tokens = new Map<Role, string>();
beforeAll(async () => {
  server = await startServer({}, { resources: COLLECTIONS });
});
afterAll(() => server.close());

/** Signs in again if a call ended the session. */
async function tokenOf(role: Role): Promise<string> {
  const { db, tokens: signer } = server.services;
  const cached = tokens.get(role);
  if (cached) return cached;
  const session = await openSession(db, server.ids[role], 1);
  const token = await signer.sign({ accountId: server.ids[role], sessionId: session.id, role }, session.expiresAt);
  tokens.set(role, token);
  return token;
}

interface Request {
  method: Call['method'];
  url: string;
  headers?: Record<string, string>;
  payload?: string | Buffer;
}

let address = 0;
/** Uses a new address each time, so that rate limits do not interfere. */
async function cost(request: Request): Promise<{ total: number; code: number }> {
  address += 1;
  const remoteAddress = `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`;
  let code = 0;
  const total = await effortOf(async () => {
    code = (await server.inject({ ...request, remoteAddress })).statusCode;
  });
  return { total, code };
}

/** Minimum of several runs, without garbage collection and compilation. */
async function least(request: Request, enough: number): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let go = 0; go < 3 && best > enough; go++) best = Math.min(best, (await cost(request)).total);
  return best;
}

/** Compares hostile requests with the empty one. Returns those that cost too much. */
async function compare(empty: Request, hostile: [string, Request][]): Promise<string[]> {
  const base = await least(empty, 0);
  const slow: string[] = [];
  for (const [name, request] of hostile) {
    const { total, code } = await cost(request);
    if (code >= 500) slow.push(`${name}: answered ${code}`);
    if (total <= base + MORE) continue;
    const again = await least(request, base + MORE);
    if (again > base + MORE) slow.push(`${name}: ${again.toFixed(0)} ms, ${base.toFixed(0)} ms without`);
  }
  return slow;
}

const arbitraries = {
  email: fc.constant(emailOf('admin')),
  password: fc.constant(PASSWORD),
  timings: fc.constant([{ day: 'Monday', time: ['1970-01-01T08:00:00.000Z', '1970-01-01T16:00:00.000Z'] }]),
};
const baseOf = (schema: Call['body']) =>
  fc.sample(rightPayload(schema, arbitraries), { numRuns: 1, seed: 7 })[0] as Record<string, unknown>;

const jsonHeaders = { 'content-type': 'application/json' };
async function requestOf(call: Call, values: unknown, part: 'body' | 'query', authorization: object): Promise<Request> {
  const path = `${API_ROOT}${call.path.replace(/\{\w+\}/g, 'f'.repeat(24))}`;
  const headers = { ...authorization };
  if (part === 'query')
    return { method: call.method, url: `${path}?${asQuery(Object.entries(values as object) as Pairs)}`, headers };
  if (!call.files)
    return { method: call.method, url: path, headers: { ...headers, ...jsonHeaders }, payload: JSON.stringify(values) };
  const { payload, type } = await asForm(Object.entries(values as object) as Pairs, []);
  return { method: call.method, url: path, headers: { ...headers, 'content-type': type }, payload };
}

const named = ({ path }: TextPlace) => path.join('.');

/** Long texts are sent in two places at a time, as their costs add up. */
const AT_ONCE = 2;
const inGroups = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, at) => all.slice(at * AT_ONCE, (at + 1) * AT_ONCE));

describe.each((Object.entries(calls) as [CallName, Call][]).filter(([, { query, body }]) => query || body))(
  '%s',
  (_name, call) => {
    test('takes no longer for a hostile text than for an empty one', async () => {
      const slow: string[] = [];
      for (const part of ['body', 'query'] as const) {
        const schema = call[part];
        if (!schema) continue;
        const role = call.roles === 'public' ? undefined : (resolved(call).roles[0] as Role);
        const authorization = role ? { authorization: `Bearer ${await tokenOf(role)}` } : {};
        const values = baseOf(schema);
        const places = textsOf(schema);
        const most = part === 'query' ? MOST.query : call.files ? MOST.form : MOST.json;
        const make = (at: readonly TextPlace[], text: string) =>
          requestOf(
            call,
            at.reduce((made, { path }) => withText(made, path, text), values as unknown),
            part,
            authorization,
          );
        const tooLong = part === 'query' ? places.map((place) => [place]) : inGroups(places);
        const asked = [
          ...places.map((place) => ({ at: [place], length: Math.min(place.most, most) })),
          ...tooLong.map((at) => ({ at, length: Math.min(LONG, most) })),
        ];
        for (const { at, length } of asked) {
          const hostile: [string, Request][] = [];
          for (const [shape, text] of shapes)
            hostile.push([`${at.map(named)}, ${length} ${shape}`, await make(at, text(length))]);
          slow.push(...(await compare(await make(at, ''), hostile)));
        }
        // The longest possible text for the first place.
        const [first] = places;
        if (first && part === 'body')
          for (const [shape, text] of shapes)
            slow.push(
              ...(await compare(await make([first], ''), [
                [`${named(first)}, ${most} ${shape}`, await make([first], text(most))],
              ])),
            );
      }
      expect(slow).toEqual([]);
      await server.services.db.deleteFrom('attempts').execute();
    });
  },
);

const bearer = async (role: Role) => ({ authorization: `Bearer ${await tokenOf(role)}` });

test('takes no longer for a hostile text in a record or list', async () => {
  const slow: string[] = [];
  const url = `${API_ROOT}/collections/supplies`;
  const headers = { ...(await bearer('laboratory')), ...jsonHeaders };
  const create = (fields: readonly string[], text: string): Request => ({
    method: 'POST',
    url,
    headers,
    payload: JSON.stringify({ title: 'one', ...Object.fromEntries(fields.map((field) => [field, text])) }),
  });
  const fields = ['title', 'code', 'state', 'expiresOn', 'arrivedAt', 'hours', 'maker', 'version'];
  const asked = [
    ...fields.map((field) => ({ at: [field], length: 200 })),
    ...inGroups(fields).map((at) => ({ at, length: LONG - 1000 })),
    ...fields.slice(0, 1).map((field) => ({ at: [field], length: MOST.json })),
  ];
  for (const { at, length } of asked) {
    const hostile = shapes.map(([shape, text]): [string, Request] => [
      `${at}, ${length} ${shape}`,
      create(at, text(length)),
    ]);
    slow.push(...(await compare(create(at, ''), hostile)));
  }
  const list = (part: string, text: string): Request => ({
    method: 'GET',
    url: `${url}?${new URLSearchParams({ [part]: text })}`,
    headers,
  });
  for (const part of ['filter', 'sort', 'range', 'q']) {
    const hostile = shapes.flatMap(([shape, text]): [string, Request][] => [
      [`${part} ${shape}`, list(part, text(MOST.query))],
      [`${part} q ${shape}`, list(part, JSON.stringify({ q: text(500), title: text(500), arrivedAt: text(500) }))],
    ]);
    slow.push(...(await compare(list(part, ''), hostile)));
  }
  expect(slow).toEqual([]);
});

test('takes no longer for any other header, path or parameter', async () => {
  const slow: string[] = [];
  const token = await bearer('admin');
  const HEADERS = [
    ...['authorization', 'accept', 'accept-language', 'accept-encoding', 'content-type', 'cookie', 'user-agent'],
    ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'range', 'if-none-match', 'origin', 'host'],
  ];
  const clean = (text: string) => text.replace(/[^\x20-\x7e]/g, '.');
  for (const path of ['/', `${API_ROOT}/common/get-notifications`, `${API_ROOT}/fhir/Appointment`]) {
    const get = (headers: Record<string, string>): Request => ({
      method: 'GET',
      url: path,
      headers: { ...token, ...headers },
    });
    const hostile = HEADERS.flatMap((name) =>
      shapes.map(([shape, text]): [string, Request] => [
        `${path} ${name} ${shape}`,
        get({ [name]: clean(text(14_000)) }),
      ]),
    );
    slow.push(...(await compare(get({}), hostile)));
  }
  const fhir = `${API_ROOT}/fhir/Appointment`;
  const PATHS = ['/', '/uploads/a/', `${API_ROOT}/feeds/`, `${API_ROOT}/events?since=`];
  for (const path of [...PATHS, `${fhir}/`, `${fhir}?date=`, `${fhir}?status=`]) {
    const get = (text: string): Request => ({ method: 'GET', url: path + encodeURIComponent(text), headers: token });
    const hostile = shapes
      .filter(([shape]) => shape !== 'surrogates')
      .map(([shape, text]): [string, Request] => [`${path} ${shape}`, get(text(1500))]);
    slow.push(...(await compare(get(''), hostile)));
  }
  expect(slow).toEqual([]);
});

test('takes no longer for hostile names of fields and files in a form', async () => {
  const slow: string[] = [];
  const headers = { ...(await bearer('admin')), 'content-type': 'multipart/form-data; boundary=b' };
  const send = (head: string, times = 1): Request => ({
    method: 'POST',
    url: `${API_ROOT}/admin/create-appointment`,
    headers,
    payload: `${`--b\r\ncontent-disposition: form-data; ${head}\r\n\r\nx\r\n`.repeat(times)}--b--\r\n`,
  });
  const hostile = shapes.flatMap(([shape, text]): [string, Request][] => [
    [`a name of ${shape}`, send(`name="${text(LONG)}"`)],
    [`names of ${shape}`, send(`name="${text(190)}"`, 190)],
    [`a file's name of ${shape}`, send(`name="documents"; filename="${text(LONG)}"`)],
    [`files' names of ${shape}`, send(`name="documents"; filename="${text(10_000)}"`, 90)],
    [`parameters of ${shape}`, send(text(LONG))],
  ]);
  slow.push(...(await compare(send('name="x"'), hostile)));
  expect(slow).toEqual([]);
});

describe('CSV file', () => {
  const HEAD = 'Patient,Gender,Priority,Date & Time,Employee,Laboratory';
  const ROW = 'Ann,Female,High,2031-03-02 09:30,EMP-007,Natera';
  const MB = 1024 * 1024;
  const rows = (cell: string, count: number) => `${HEAD}\n${`${Array(6).fill(cell).join(',')}\n`.repeat(count)}`;

  async function reading(content: string): Promise<{ total: number; held: number; code: number }> {
    const bytes = Buffer.from(content).subarray(0, 9.5 * MB);
    const { payload, type } = await asForm([['dryRun', 'true']], [['file', new File([bytes], 'a.csv')]]);
    const headers = { ...(await bearer('laboratory')), 'content-type': type };
    let code = 0;
    const once = () =>
      stridesOf(async () => {
        const url = `${API_ROOT}/laboratory/import-appointments`;
        code = (await server.inject({ method: 'POST', url, headers, payload })).statusCode;
      });
    const first = await once();
    const found = first.total < 2000 && first.held < 200 ? first : await once();
    return { ...found, code };
  }
  const files: [string, (text: (length: number) => string) => string][] = [
    ['alone', (text) => text(MB / 2)],
    ['in one long heading', (text) => `${HEAD},${text(MB)}\n${ROW}`],
    ['in many headings', (text) => `${HEAD}${`,${text(150)}`.repeat(190)}\n${ROW}`],
    ['in short cells', (text) => rows(text(190), 500)],
    ['in long cells', (text) => rows(text(16_000), 10)],
    ['in quotes', (text) => rows(`"${text(16_000)}"`, 10)],
    ['as times', (text) => rows(`2031-03-02${text(180)}`, 500)],
  ];
  test.each([
    ['only newlines', '\n'.repeat(9 * MB)],
    ['newlines below a row', `${HEAD}\n${ROW}${'\r\n'.repeat(4 * MB)}`],
    ['empty cells', `${HEAD}\n${`${','.repeat(6)}\n`.repeat(MB)}`],
  ])('is refused within seconds without blocking other requests: %s', async (_name, content) => {
    const { total, held, code } = await reading(content);
    expect(code).toBe(400);
    expect(total).toBeLessThan(2000);
    expect(held).toBeLessThan(200);
  });

  test.each(files)('is read quickly with hostile text %s without blocking other requests', async (_name, make) => {
    const slow: string[] = [];
    for (const [shape, text] of shapes) {
      const { total, held, code } = await reading(make(text));
      if (![200, 400, 415].includes(code)) slow.push(`${shape} answered ${code}`);
      if (total > 2000 || held > 200) slow.push(`${shape}: ${total.toFixed(0)} ms, ${held.toFixed(0)} ms at a time`);
    }
    expect(slow).toEqual([]);
  });
});
