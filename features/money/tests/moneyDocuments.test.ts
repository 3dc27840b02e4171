// On SQLite only: nothing here depends on the database.
import { records, systemContext } from 'portal-frame/server';
import { smtpFor } from 'portal-frame/testing/helpers';
import { API_ROOT } from 'portal-frame/wire';
import { beforeAll, expect, test } from 'vitest';
import { emailOf, type Person, serverForAll } from '../../../tests/api/harness.ts';
import { MONEY } from '../../../tests/api/moneyConfigs.ts';
import { clientOf } from '../../../tests/api/supplies.ts';
import { visitsOf } from '../../../tests/api/visits.ts';
import mailInvoice from '../server/jobs/mailInvoice.ts';
import mailVoidInvoice from '../server/jobs/mailVoidInvoice.ts';

const smtp = smtpFor('all');
const server = serverForAll(() => ({ SMTP_URL: smtp.url }), MONEY);
const api = () => records(systemContext(server.services));
const ids = { invoices: '', payouts: '' };

async function fileOf(person: Person, resource: keyof typeof ids, format: 'pdf' | 'csv' | 'preview', language = 'en') {
  const reply = await server.inject({
    method: 'POST',
    url: `${API_ROOT}/documents/${resource === 'invoices' ? 'invoice' : 'statement'}/${ids[resource]}/${format}`,
    headers: { authorization: `Bearer ${await server.tokenOf(person)}`, 'accept-language': language },
    payload: {},
  });
  return { http: reply.statusCode, type: reply.headers['content-type'], raw: reply.rawPayload, text: reply.body };
}

beforeAll(async () => {
  server.services.jobs = [mailInvoice, mailVoidInvoice];
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
  expect(text).toContain('invoice 1 from Mobile Phlebotomy Portal: $85.00');
  expect(text.replace(/\s+/g, ' ')).toContain('la factura 1 de Mobile Phlebotomy Portal: $85.00');
  expect(raw).toMatch(/filename="?invoice-1.pdf/);
  expect(raw).toContain(Buffer.from('%PDF-').toString('base64').slice(0, 6));
  expect(raw).not.toContain('Secret');
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
  const line = '2026-02-05 14:00,••••5678,Visita a domicilio,1,42.50,42.50';
  expect(text.split('\r\n').slice(1)).toEqual([line, line]);
  expect((await fileOf('employee', 'payouts', 'csv')).text).toContain(',Visit,1,15.00,15.00');
});

test.each([
  ['laboratory2', 'invoices', 404],
  ['employee2', 'payouts', 404],
  ['employee', 'invoices', 403],
  ['laboratory', 'payouts', 403],
] as const)('refuses %s the file of other people’s %s', async (person, resource, http) => {
  for (const format of ['pdf', 'csv', 'preview'] as const)
    expect((await fileOf(person, resource, format)).http).toBe(http);
});

test.each([
  'statement/{invoices}/pdf',
  'invoice/{payouts}/csv',
  'invoice/..%2f..%2f{invoices}/pdf',
  'invoice/{invoices}/exe',
])('gives an admin no document at %s', async (path) => {
  const url = `${API_ROOT}/documents/${path.replace(/\{(\w+)\}/, (_, name) => ids[name as keyof typeof ids])}`;
  const headers = { authorization: `Bearer ${await server.tokenOf('admin')}` };
  const { statusCode, body } = await server.inject({ method: 'POST', url, headers, payload: {} });
  expect([400, 404]).toContain(statusCode);
  expect(body).not.toMatch(/%PDF|42\.50/);
});
