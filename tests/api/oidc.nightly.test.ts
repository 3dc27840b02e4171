import { smtpFor } from 'portal-frame/testing/helpers';
import { expect, it } from 'vitest';
import { emailOf, serverForEach } from './harness.ts';

const smtp = smtpFor('each');
const server = serverForEach(() => ({ SMTP_URL: smtp.url, PUBLIC_URL: 'https://portal.example.test' }));

it('ends links made since the day before a change of the address that its owner undoes', async () => {
  const thief = await server.signInTwice('employee');
  const values = { fullName: 'Zoë Ångström', contactNumber: '+15551230000', address: '9 Long Lane' };
  const body = { ...values, username: 'employee', gender: 'Female', about: 'Kind', email: 'thief@example.test' };
  await server.call('updateProfile', { token: thief, body });
  const [, token = ''] = /\/undo-email#([\w-]{43})/.exec((await smtp.next(emailOf('employee'))).text) ?? [];
  const { db } = server.services;
  const link = { issuer: 'https://id.example.test', account_id: server.ids.employee };
  const links = [
    { ...link, subject: 'owner', created_at: Date.now() - 25 * 3_600_000 },
    { ...link, subject: 'thief', created_at: Date.now() },
  ];
  await db.insertInto('identities').values(links).execute();
  expect((await server.call('undoEmail', { body: { token } })).http).toBe(200);
  expect(await db.selectFrom('identities').select('subject').execute()).toEqual([{ subject: 'owner' }]);
});
