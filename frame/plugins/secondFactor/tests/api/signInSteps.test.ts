// On SQLite only: nothing here depends on the database.
import { Secret, TOTP } from 'otpauth';
import { definePlugin } from 'portal-frame/plugin';
import secondFactor from 'portal-frame/plugins/secondFactor/server';
import { defineServer, defineServerPlugin } from 'portal-frame/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { listCalls } from '../../../../server/calls/index.ts';
import { emailOf, PASSWORD, withOwn } from '../../../../tests/api/harness.ts';
import { serversOf } from '../../../../tests/api/testServer.ts';
import { roles } from '../../../../tests/app/src/roles.ts';

let hasNewTerms = false;
const asked = { data: z.object({ terms: z.object({ version: z.number() }).optional() }) };
/** Asks for consent to new terms. */
const terms = defineServerPlugin(definePlugin({ name: 'terms', frame: '^0.1' }), {
  signInStep: { message: 'server.restartSignIn', ask: async () => (hasNewTerms ? { version: 2 } : undefined) },
  callFields: { signIn: asked, secondFactor: asked },
});
const app = defineServer({ name: 'Workshop', roles, plugins: [secondFactor, terms] });
const people = { admin: { role: 'admin', fullName: 'Ada Admin' } } as const;
const { serverForTest } = serversOf({
  ...{ app, people, template: 'TEST_WORKSHOP', withOthers: withOwn },
  calls: Object.fromEntries(listCalls(app).map(({ name, call }) => [name, call])),
});

test('asks for each further step before a session opens, and for none twice', async () => {
  const server = await serverForTest();
  const token = await server.signInTwice('admin');
  const { ticket, totp } = (await server.call('beginFactor', { token, body: { kind: 'totp' } })).data;
  const code = new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate();
  const [first, second] = (await server.call('addFactor', { token, body: { ticket, code } })).data.recoveryCodes;
  const countSessions = async () =>
    (await server.services.db.selectFrom('sessions').select('id').where('ended_at', 'is', null).execute()).length;
  const enter = async (recovery: string) => {
    const { data } = await server.call('signIn', { body: { email: emailOf('admin'), password: PASSWORD } });
    expect(Object.keys(data)).toEqual(['secondFactor']);
    return server.call('secondFactor', { body: { ticket: data.secondFactor.ticket, recovery } });
  };
  hasNewTerms = true;
  expect(await enter(first)).toMatchObject({ http: 200, data: { terms: { version: 2 } } });
  expect(await countSessions()).toBe(1);
  hasNewTerms = false;
  expect((await enter(second)).data.userAuthToken).toEqual(expect.any(String));
  expect(await countSessions()).toBe(2);
});
