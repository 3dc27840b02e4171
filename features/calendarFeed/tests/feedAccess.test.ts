import { documentOf, smtpFor } from 'portal-frame/testing/helpers';
import { expect, it } from 'vitest';
import { emailOf, hasPlugin, PASSWORD, serverForEach } from '../../../tests/api/harness.ts';
import { PERSON } from '../../../tests/api/samples.ts';
import { rowsOf } from '../../../tests/api/tables.ts';

const smtp = smtpFor('each');
const server = serverForEach(() => ({ SMTP_URL: smtp.url, PUBLIC_URL: 'https://portal.example.test' }));
const EMAIL = emailOf('employee');

/** Changes that end all other access to an account. */
const ENDS: Record<string, (token: string) => Promise<unknown>> = {
  'a new password': (token) =>
    server.call('changePassword', { token, body: { oldPassword: PASSWORD, newPassword: 'Fresh-start-9' } }),
  'a new e-mail address': (token) =>
    server.call('updateProfile', { token, body: { ...PERSON, username: 'employee', email: 'new@example.test' } }),
  deactivation: (token) => server.call('toggleAccount', { token }),
  deletion: () => server.as('admin', 'deleteEmployee', { params: { id: server.ids.employee } }),
};

it.each(Object.entries(ENDS))('ends with %s', async (_, change) => {
  const { path } = (await server.as('employee', 'makeFeed', { body: { secretAddress: true } })).data;
  expect((await server.inject({ url: path })).statusCode).toBe(200);
  expect(await change(await server.signInTwice('employee'))).toMatchObject({ http: 200 });
  expect((await server.inject({ url: path })).statusCode).toBe(404);
  expect(await rowsOf(server, 'feeds', {})).toEqual([]);
});

it('stays after a refused or unchanged address', async () => {
  await server.as('employee', 'makeFeed', { body: {} });
  const token = await server.signInTwice('employee');
  const move = (email: string) =>
    server.call('updateProfile', { token, body: { ...PERSON, username: 'employee', email } });
  expect([(await move(emailOf('employee2'))).http, (await move(EMAIL)).http]).toEqual([409, 200]);
  expect(await rowsOf(server, 'feeds', {})).toHaveLength(1);
});

it('is reported to its person by mail, and so are its names', async () => {
  await server.as('employee', 'makeFeed', { body: {} });
  expect((await smtp.next(EMAIL)).raw).toContain('Subject: A calendar feed was created');
  await server.as('employee', 'changeFeed', { body: { names: true } });
  expect((await smtp.next(EMAIL)).raw).toContain('Subject: Your calendar feed now names patients');
});

it('requires no reauthentication to hide names', async () => {
  const token = await server.signIn('employee');
  expect((await server.call('changeFeed', { token, body: { names: false } })).http).toBe(404);
});

it.runIf(hasPlugin('openApi'))('is documented as text/calendar', async () => {
  const { paths } = await documentOf(server.app);
  expect(Object.keys(paths['/api/v1/calendar/visits.ics'].get.responses[200].content)).toEqual(['text/calendar']);
});
