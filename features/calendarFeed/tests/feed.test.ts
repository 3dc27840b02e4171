import { buildApp, logSerializers } from 'portal-frame/internal/server';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, test } from 'vitest';
import { serverForAll } from '../../../tests/api/harness.ts';
import { rowsOf, setRows, tablesOf } from '../../../tests/api/tables.ts';
import { trailOf } from '../../../tests/api/trail.ts';
import { visitsOf } from '../../../tests/api/visits.ts';

const server = serverForAll({ VISIT_MINUTES: '45' });

const PATIENT = 'Ámbar Quill; "the, first"';
const ADDRESS = '7 Secret Lane, Apt. 3, 10001 New York';
const PHONE = '+15551237777';
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
async function add(more: Record<string, unknown> = {}): Promise<string> {
  const { data } = await visitsOf(server).book({
    ...{ patientName: PATIENT, priorityLevel: 'High', email: 'ambar@example.test', address: ADDRESS },
    ...{ contactNumber: PHONE, specialInstructions: 'Ring twice for Ámbar', appointmentDateTime: inDays(2) },
    ...{ confirmed: true, ...more },
  });
  return data._id;
}
const make = async (): Promise<string> =>
  (await server.as('employee', 'makeFeed', { body: { secretAddress: true } })).data.path;
const read = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });
/** The lines of a feed with folded lines joined (RFC 5545, 3.1). */
const linesOf = (text: string) => text.replace(/\r\n[ \t]/g, '').split('\r\n');
const eventsOf = (text: string) =>
  linesOf(text)
    .join('\n')
    .split('BEGIN:VEVENT')
    .slice(1)
    .map((event) =>
      Object.fromEntries(event.split('\n').map((line) => [line.split(/[:;]/)[0], line.slice(line.indexOf(':') + 1)])),
    );

beforeEach(() => visitsOf(server).clear());
afterEach(() => server.as('employee', 'endFeed'));

it("contains the employee's own visits without names", async () => {
  const at = inDays(2);
  const id = await add({ appointmentDateTime: at });
  await add({ employeeId: 'EMP-008', appointmentDateTime: inDays(3) });
  const path = await make();
  expect(path).toMatch(/^\/api\/v1\/calendar\/[\w-]{43}\.ics$/);
  const reply = await read(path);
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
  const [event, ...others] = eventsOf(reply.body);
  expect(others).toEqual([]);
  const utc = (time: string | number) => `${new Date(time).toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;
  const minute = Math.floor(Date.parse(at) / 1000) * 1000;
  expect(event).toMatchObject({
    UID: `${id}@mobile-phlebotomy-portal`,
    DTSTART: utc(minute),
    DTEND: utc(minute + 45 * 60_000),
    SUMMARY: 'Visit (High)',
    STATUS: 'CONFIRMED',
    SEQUENCE: '0',
    DTSTAMP: expect.stringMatching(/^\d{8}T\d{6}Z$/),
  });
  for (const secret of ['Ámbar', 'Quill', 'Secret Lane', '10001', '5551237777', '(555)', 'ambar@', 'Ring'])
    expect(linesOf(reply.body).join('\n')).not.toContain(secret);
});

it('follows RFC 5545: one calendar, CRLF, lines of at most 75 octets (ASVS 1.1.2)', async () => {
  await add({ specialInstructions: 'x\n'.repeat(50) + 'ñ'.repeat(400) });
  const path = await make();
  await server.as('employee', 'changeFeed', { body: { names: true } });
  const { body } = await read(path);
  expect(body.replace(/\r\n/g, '')).not.toMatch(/[\r\n]/);
  for (const line of body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(body.endsWith('END:VCALENDAR\r\n')).toBe(true);
  const lines = linesOf(body);
  expect(lines.slice(0, 2)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0']);
  expect(lines.filter((line) => line !== '').at(-1)).toBe('END:VCALENDAR');
  for (const name of ['PRODID', 'METHOD:PUBLISH']) expect(lines.some((line) => line.startsWith(name))).toBe(true);
});

it('names patients only while that is switched on', async () => {
  await add();
  const path = await make();
  await server.as('employee', 'changeFeed', { body: { names: true } });
  const [event] = eventsOf((await read(path)).body);
  expect(event?.SUMMARY).toBe('Ámbar Quill\\; "the\\, first" (High)');
  expect(event?.LOCATION).toBe(ADDRESS.replaceAll(',', '\\,'));
  expect(event?.DESCRIPTION).toContain('(555) 123-7777');
  await server.as('employee', 'changeFeed', { body: { names: false } });
  expect((await read(path)).body).not.toContain('Quill');
});

it('cancels a rejected visit under the same UID and drops a reassigned one', async () => {
  const id = await add();
  const path = await make();
  const [before] = eventsOf((await read(path)).body);
  await server.as('admin', 'updateAppointment', { params: { id }, body: { status: 'Rejected' } });
  const [after] = eventsOf((await read(path)).body);
  expect(after).toMatchObject({ UID: before?.UID, STATUS: 'CANCELLED', SEQUENCE: '1' });
  await setRows(server, 'appointments', { employee_id: server.ids.employee2 }, { id });
  expect(eventsOf((await read(path)).body)).toEqual([]);
});

it('answers 304 without changes', async () => {
  const id = await add();
  const path = await make();
  const { etag } = (await read(path)).headers;
  const again = await read(path, { 'if-none-match': String(etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  await server.as('admin', 'updateAppointment', { params: { id }, body: { status: 'Completed' } });
  expect((await read(path, { 'if-none-match': String(etag) })).statusCode).toBe(200);
});

describe('secret address', () => {
  it('is shown once and stored as a hash', async () => {
    const path = await make();
    const secret = path.split('/').at(-1)?.replace('.ics', '') ?? '';
    const { data } = await server.as('employee', 'feed');
    expect(data).toEqual({ createdAt: expect.any(String), names: false });
    for (const name of await tablesOf(server))
      expect([name, JSON.stringify(await rowsOf(server, name)).includes(secret)]).toEqual([name, false]);
  });

  it('opens its feed during a flood of guesses from its network', async () => {
    const path = await make();
    const from = (url: string) => server.inject({ url, remoteAddress: '203.0.113.9' });
    const codes = [];
    for (let tries = 0; tries < 125; tries++)
      codes.push((await from(`/api/v1/calendar/${String(tries).padEnd(43, 'y')}.ics`)).statusCode);
    expect([codes[0], codes.at(-1), (await from(path)).statusCode]).toEqual([404, 429, 200]);
  });

  it('ends when it is replaced or revoked', async () => {
    const first = await make();
    const second = await make();
    expect((await read(first)).statusCode).toBe(404);
    expect((await read(second)).statusCode).toBe(200);
    expect((await server.as('employee', 'endFeed')).data).toEqual({ createdAt: null, names: false });
    expect((await read(second)).statusCode).toBe(404);
    expect((await server.as('employee', 'changeFeed', { body: { names: true } })).http).toBe(404);
  });

  it('opens nothing while its employee is deactivated', async () => {
    const path = await make();
    const set = (active: number) => setRows(server, 'accounts', { is_active: active }, { id: server.ids.employee });
    await set(0);
    expect((await read(path)).statusCode).toBe(404);
    await set(1);
    expect((await read(path)).statusCode).toBe(200);
  });

  test.each(['x'.repeat(43), 'x'.repeat(42), '', '../health', '%00'.repeat(43)])(
    'cannot be guessed: %j',
    async (guess) => {
      const reply = await read(`/api/v1/calendar/${guess}.ics`);
      expect([400, 404]).toContain(reply.statusCode);
      expect(reply.json()).toMatchObject({ status: false });
    },
  );
});

describe('feed password', () => {
  const URL_OF_ALL = '/api/v1/calendar/visits.ics';
  const basic = (password: string, user = 'calendar') => ({
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
  });
  const makeOne = async (): Promise<string> => {
    const { data } = await server.as('employee', 'makeFeed', { body: {} });
    expect([data.path, data.user]).toEqual([URL_OF_ALL, 'calendar']);
    expect(data.password).toMatch(/^[\w-]{43}$/);
    return data.password;
  };

  it('opens the feed at its public address only (ASVS 14.2.1)', async () => {
    const id = await add();
    const password = await makeOne();
    const reply = await read(URL_OF_ALL, basic(password));
    expect([reply.statusCode, eventsOf(reply.body)[0]?.UID]).toEqual([200, `${id}@mobile-phlebotomy-portal`]);
    const again = await read(URL_OF_ALL, { ...basic(password), 'if-none-match': String(reply.headers.etag) });
    expect(again.statusCode).toBe(304);
    expect((await read(`/api/v1/calendar/${password}.ics`)).statusCode).toBe(404);
    const token = await server.tokenOf('employee');
    for (const headers of [
      {},
      basic(''),
      basic('x'.repeat(43)),
      basic(password.slice(1)),
      { authorization: `Bearer ${token}` },
    ]) {
      const refused = await read(URL_OF_ALL, headers as Record<string, string>);
      expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([
        401,
        'Basic realm="calendar", charset="UTF-8"',
      ]);
    }
  });

  it('is replaced by a secret address and replaces one', async () => {
    const password = await makeOne();
    const path = await make();
    const secret = path.split('/').at(-1)?.replace('.ics', '') ?? '';
    expect((await read(URL_OF_ALL, basic(password))).statusCode).toBe(401);
    expect((await read(URL_OF_ALL, basic(secret))).statusCode).toBe(401);
    expect((await read(path)).statusCode).toBe(200);
    await makeOne();
    expect((await read(path)).statusCode).toBe(404);
  });
});

it('audits creation, changes, reads and the end', async () => {
  const rows = await trailOf(server, async () => {
    const path = await make();
    await server.as('employee', 'changeFeed', { body: { names: true } });
    await read(path);
    await server.as('employee', 'endFeed');
  });
  expect(rows.map(({ deed, resource, account_id }) => [deed, resource, account_id]).toSorted()).toEqual(
    ['change', 'create', 'delete', 'read'].map((deed) => [deed, 'feed', server.ids.employee]),
  );
});

it('keeps the address out of the log (ASVS 16.2.5)', async () => {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const app = await buildApp(server.services, { level: 'trace', serializers: logSerializers, stream });
  onTestFinished(() => app.close());
  const path = await make();
  for (const url of [path, `${path}?x=1`, path.replace('.ics', ''), path.replace('.ics', '.ICS/more')])
    await app.inject({ url });
  const log = lines.join();
  expect(log).toContain('/api/v1/calendar/:secret');
  expect(log).not.toContain(path.split('/').at(-1)?.replace('.ics', ''));
});

it('replies with the headers of other replies', async () => {
  const { headers } = await read(await make());
  const { headers: others } = await read('/api/v1/health');
  const names = ['x-content-type-options', 'referrer-policy', 'content-security-policy'];
  for (const name of names) expect([name, headers[name]]).toEqual([name, others[name] ?? 'no such header']);
  expect(headers['cache-control']).toBe('private, no-cache');
});
