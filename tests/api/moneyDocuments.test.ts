import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasLetters, REGULAR, readOtherLetters, renderPdf } from 'portal-frame/internal/server';
import { records, systemContext } from 'portal-frame/server';
import { smtpFor } from 'portal-frame/testing/helpers';
import { API_ROOT } from 'portal-frame/wire';
import { beforeAll, expect, test } from 'vitest';
import mailInvoice from '../../server/jobs/mailInvoice.ts';
import { migrations } from '../../server/store/migrations.ts';
import { emailOf, type Person, serverForAll } from './harness.ts';
import { MONEY } from './moneyConfigs.ts';
import { clientOf } from './supplies.ts';
import { visitsOf } from './visits.ts';

const smtp = smtpFor('all');
const server = serverForAll(() => ({ SMTP_URL: smtp.url }), MONEY);
const api = () => records(systemContext(server.services));
const ids = { invoices: '', payouts: '' };

async function fileOf(person: Person, resource: keyof typeof ids, format: 'pdf' | 'csv', language = 'en') {
  const reply = await server.inject({
    method: 'POST',
    url: `${API_ROOT}/common/money-document/${ids[resource]}/${format}`,
    headers: { authorization: `Bearer ${await server.tokenOf(person)}`, 'accept-language': language },
    payload: { resource },
  });
  return { http: reply.statusCode, type: reply.headers['content-type'], raw: reply.rawPayload, text: reply.body };
}

beforeAll(async () => {
  server.services.jobs = [mailInvoice];
  await api().create('prices', { kind: 'visit', amount: 42.5, from: '2026-01-01' });
  await api().create('payRates', { kind: 'visit', amount: 15, from: '2026-01-01' });
  const { add, assign, setStatus } = visitsOf(server);
  for (const patientName of ['=Ann Secret', 'Bob Secret']) {
    const id = await add({ patientName, appointmentDateTime: '2026-02-05T14:00', accountNumber: 'ACC-12345678' });
    await assign(id, 'employee', { confirmed: true });
    await setStatus(id, 'Completed');
  }
  const { id } = await api().findOne('periods', { where: { month: '2026-02-01' } });
  expect((await clientOf(server, 'admin', 'periods').send('POST', `/${id}/close`, {})).http).toBe(200);
  for (const name of ['invoices', 'payouts'] as const) ids[name] = (await api().findOne(name, {})).id;
});

test('mails the invoice with its PDF, in both languages and without a patient', async () => {
  const { text, raw } = await smtp.next(emailOf('laboratory'));
  expect(text).toContain('Invoice 1: $85.00');
  expect(raw).toContain('Factura 1: $85.00');
  expect(raw).toMatch(/filename="?invoice-1.pdf/);
  expect(raw).toContain(Buffer.from('%PDF-').toString('base64').slice(0, 6));
  expect(raw).not.toContain('Secret');
});

test('mails an invoice that a former version had not sent', async () => {
  const { db, store } = server.services;
  const now = Date.now();
  const times = { tries: 3, next_at: now + 3_600_000, locked_until: 0, created_at: now, expires_at: now + 3_600_000 };
  const row = { ...times, id: 'former', kind: 'invoice', payload: JSON.stringify({ id: ids.invoices }) };
  await db
    .insertInto('outbox')
    .values({ ...row, last_error: 'ECONNREFUSED' })
    .execute();
  await migrations(store.kind)['034_invoice_mails']?.up(db);
  server.services.outbox.wake();
  expect((await smtp.next(emailOf('laboratory'))).text).toContain('Invoice 1: $85.00');
});

test('offers an invoice and a statement as PDF and CSV to people who may see them', async () => {
  for (const [person, resource] of [
    ['laboratory', 'invoices'],
    ['admin', 'invoices'],
    ['employee', 'payouts'],
  ] as const) {
    const pdf = await fileOf(person, resource, 'pdf');
    expect([pdf.http, pdf.type, pdf.raw.subarray(0, 5).toString()]).toEqual([200, 'application/pdf', '%PDF-']);
  }
  const { text } = await fileOf('laboratory', 'invoices', 'csv', 'es');
  const line = '2026-02-05 14:00,••••5678,Visita: 1 × $42.50 = $42.50 (precio general desde 2026-01-01),42.50';
  expect(text.split('\r\n').slice(1)).toEqual([line, line]);
  expect((await fileOf('employee', 'payouts', 'csv')).text).toContain('general rate since 2026-01-01),15.00');
});

test.each([
  ['laboratory2', 'invoices', 404],
  ['employee2', 'payouts', 404],
  ['employee', 'invoices', 403],
  ['laboratory', 'payouts', 403],
] as const)('refuses %s the file of other people’s %s', async (person, resource, http) => {
  for (const format of ['pdf', 'csv'] as const) expect((await fileOf(person, resource, format)).http).toBe(http);
});

test('splits a long statement into pages, with names of any letters', async () => {
  const lines = Array.from({ length: 300 }, () => ['2026-02-05', 'A', 'Łódź Ñandú Привет Ελλάδα שלום سلام', '1.00']);
  const pdf = await renderPdf({
    name: 'n',
    title: 'Ő',
    facts: [['To', 'Ćirić']],
    heads: ['a', 'b', 'c', 'd'],
    lines,
    total: '$300',
  });
  expect(pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length).toBeGreaterThan(4);
});

test('writes letters of any script with a font that has them', async () => {
  const names = ['陈大文 👩', '김철수', 'さくら', 'अमित', 'สมชาย', 'Привет Łódź', 'سلام שלום'];
  const missing = names.filter((name) => !hasLetters(REGULAR, name));
  expect(missing).toEqual(names.slice(0, 5));
  const folder = await mkdtemp(join(tmpdir(), 'letters-'));
  const file = join(folder, 'other.ttf');
  await writeFile(file, await readOtherLetters());
  for (const name of missing) expect([name, hasLetters(file, name)]).toEqual([name, true]);
  await rm(folder, { recursive: true });
  const facts = names.map((name) => ['To', name] as const);
  const rest = { name: 'n', heads: ['a', 'b', 'c', 'd'], total: '$1' };
  const pdf = (await renderPdf({ ...rest, title: '発票 1', facts, lines: [['2026', '陈', '한', '1.00']] })).toString(
    'latin1',
  );
  expect(pdf).toContain('Unifont');
  // Only the glyphs of the document, not the font of 13 MB.
  expect(pdf.length).toBeLessThan(100_000);
  expect((await renderPdf({ ...rest, title: 'Łódź', facts: [], lines: [] })).toString('latin1')).not.toContain(
    'Unifont',
  );
});
