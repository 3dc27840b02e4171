import { records, systemContext } from 'portal-frame/server';
import { smtpFor } from 'portal-frame/testing/helpers';
import { beforeAll, expect, test } from 'vitest';
import { formerMigrations } from '../../../server/store/formerMigrations.ts';
import { emailOf, PASSWORD, serverForAll } from '../../../tests/api/harness.ts';
import { MONEY } from '../../../tests/api/moneyConfigs.ts';
import { clientOf } from '../../../tests/api/supplies.ts';
import { visitsOf } from '../../../tests/api/visits.ts';
import mailInvoice from '../server/jobs/mailInvoice.ts';
import mailVoidInvoice from '../server/jobs/mailVoidInvoice.ts';

const smtp = smtpFor('all');
const server = serverForAll(() => ({ SMTP_URL: smtp.url }), MONEY);
const api = () => records(systemContext(server.services));
const ids = { invoices: '', payouts: '' };

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

test('mails an invoice that a former version had not sent', async () => {
  await smtp.next(emailOf('laboratory'));
  const { db, store } = server.services;
  const now = Date.now();
  const times = { tries: 3, next_at: now + 3_600_000, locked_until: 0, created_at: now, expires_at: now + 3_600_000 };
  const row = { ...times, id: 'former', kind: 'invoice', payload: JSON.stringify({ id: ids.invoices }) };
  await db
    .insertInto('outbox')
    .values({ ...row, last_error: 'ECONNREFUSED' })
    .execute();
  await formerMigrations(store.kind)['034_invoice_mails']?.up(db);
  server.services.outbox.wake();
  expect((await smtp.next(emailOf('laboratory'))).text).toContain('invoice 1 from Mobile Phlebotomy Portal: $85.00');
});

test('tells a laboratory that a mailed invoice is void, and offers to send again only what was sent', async () => {
  const { send } = clientOf(server, 'admin', 'invoices');
  expect(await api().findOne('invoices', ids.invoices)).toMatchObject({ delivery: 'mailed' });
  expect((await send('POST', `/${ids.invoices}/send`, {})).http).toBe(409);
  expect((await send('POST', `/${ids.invoices}/sendAgain`, {})).http).toBe(200);
  expect((await smtp.next(emailOf('laboratory'))).text).toContain('here is invoice 1');
  await server.as('admin', 'reauthenticate', { body: { password: PASSWORD } });
  const { id } = await api().findOne('periods', { where: { month: '2026-02-01' } });
  const reopened = await clientOf(server, 'admin', 'periods').send('POST', `/${id}/reopen`, { reason: 'Wrong' });
  expect(reopened.http).toBe(200);
  const { text } = await smtp.next(emailOf('laboratory'));
  expect(text.replace(/\s+/g, ' ')).toContain('invoice 1 from Mobile Phlebotomy Portal is no longer valid');
});
