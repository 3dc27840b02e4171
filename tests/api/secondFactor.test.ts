import { Secret, TOTP } from 'otpauth';
import { markResetCodeVerified, saveResetCode } from 'portal-frame/internal/server';
import { addFactor, createAuthenticator, findFactors } from 'portal-frame/plugins/secondFactor/testing';
import { smtpFor } from 'portal-frame/testing/helpers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { emailOf, PASSWORD, type Person, type Reply, serverForEach } from './harness.ts';
import { readTrail } from './trail.ts';

// Middle of a time step.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 30_000) * 30_000 + 15_000 });
});
/** Roles that require a second factor. */
let needing: Record<string, string> = {};
const smtp = smtpFor('each');
const server = serverForEach(() => ({ SMTP_URL: smtp.url, ...needing }));

const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
const codeOf = (secret: string, seconds = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + seconds * 1000 });
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
const WRONG = 'This is wrong or was used already. Please try again.';
const RESTART = 'This sign-in took too long. Please start again.';

const enter = (person: Person, from?: string) =>
  server.call('signIn', {
    body: { email: emailOf(person), password: PASSWORD },
    ...(from && { headers: { 'x-forwarded-for': from } }),
  });
const ask = async (person: Person, from?: string) => (await enter(person, from)).data.secondFactor;
const show = (ticket: string, proof: Record<string, unknown>, from?: string) =>
  server.call('secondFactor', { body: { ticket, ...proof }, ...(from && { headers: { 'x-forwarded-for': from } }) });
const profile = async (token: string) => (await server.call('employeeProfile', { token })).http;

/**
 * Adds an authenticator app. Returns the token, the secret and the recovery codes. A minute passes, so that codes are
 * new.
 */
async function withTotp(person: Person = 'employee') {
  const token = await server.signInTwice(person);
  const begun = await server.call('beginFactor', { token, body: { kind: 'totp' } });
  const { ticket, totp } = begun.data;
  const added = await server.call('addFactor', { token, body: { ticket, name: 'Phone', code: codeOf(totp.secret) } });
  expect(added).toMatchObject({ http: 200, message: 'Your second step was added.' });
  pass(60);
  return { token, secret: totp.secret as string, uri: totp.uri as string, codes: added.data.recoveryCodes as string[] };
}
async function withPasskey(person: Person = 'employee', key = createAuthenticator()) {
  const token = await server.signInTwice(person);
  const { ticket, passkey } = (await server.call('beginFactor', { token, body: { kind: 'passkey' } })).data;
  const added = await server.call('addFactor', { token, body: { ticket, name: 'Key', passkey: key.make(passkey) } });
  return { token, key, added };
}

describe('authenticator app codes', () => {
  it('are requested after the password, and each opens one session (ASVS 11.6.1)', async () => {
    const other = await server.signIn('employee');
    const { token, secret, uri, codes } = await withTotp();
    expect(uri).toContain('issuer=Mobile%20Phlebotomy%20Portal');
    expect(new Set(codes).size).toBe(10);
    expect([await profile(other), await profile(token)]).toEqual([401, 200]);

    const asked = await enter('employee');
    expect(asked.data).toEqual({
      secondFactor: { ticket: expect.any(String), methods: ['totp', 'recovery'], passkeys: true },
    });
    const code = codeOf(secret);
    const opened = await show(asked.data.secondFactor.ticket, { code });
    expect(opened).toMatchObject({ http: 200, data: { role: 'employee', features: expect.any(Array) } });
    expect(await profile(opened.data.userAuthToken)).toBe(200);
    // Ticket and code work only once.
    expect(await show(asked.data.secondFactor.ticket, { code: codeOf(secret, 30) })).toMatchObject({
      message: RESTART,
    });
    expect(await show((await ask('employee')).ticket, { code })).toMatchObject({ http: 400, message: WRONG });
    pass(30);
    expect((await show((await ask('employee')).ticket, { code: codeOf(secret) })).http).toBe(200);
  });

  it.each([
    [-60, 400],
    [-30, 200],
    [30, 200],
    [60, 400],
  ])('that are %d seconds off answer %d', async (seconds, http) => {
    const { secret } = await withTotp();
    expect((await show((await ask('employee')).ticket, { code: codeOf(secret, seconds) })).http).toBe(http);
  });

  it('work again after a server clock that ran ahead is corrected, each code once', async () => {
    const { secret } = await withTotp();
    const now = Date.now();
    pass(24 * 3600);
    expect((await show((await ask('employee')).ticket, { code: codeOf(secret) })).http).toBe(200);
    vi.setSystemTime(now);
    const code = codeOf(secret);
    expect((await show((await ask('employee')).ticket, { code })).http).toBe(200);
    expect((await show((await ask('employee')).ticket, { code })).http).toBe(400);
  });

  it('work once if used in two windows at the same time (ASVS 6.5.1)', async () => {
    const { secret } = await withTotp();
    const tickets = [(await ask('employee')).ticket, (await ask('employee')).ticket];
    const both = await Promise.all(tickets.map((ticket) => show(ticket, { code: codeOf(secret) })));
    expect(both.map(({ http }) => http).toSorted()).toEqual([200, 400]);
    pass(60);
    const one = (await ask('employee')).ticket;
    const codes = [codeOf(secret), codeOf(secret, 30)];
    const again = await Promise.all(codes.map((code) => show(one, { code })));
    expect(again.map(({ http }) => http).toSorted()).toEqual([200, 400]);
  });

  it('are stored in no table, log or audit entry', async () => {
    const { secret, codes } = await withTotp();
    const { ticket } = await ask('employee');
    await show(ticket, { code: codeOf(secret) });
    const tables = ['factors', 'recovery_codes', 'tickets', 'outbox', 'sessions'] as const;
    const kept = await Promise.all(tables.map((table) => server.services.db.selectFrom(table).selectAll().execute()));
    const text = JSON.stringify([kept, await readTrail(server)]);
    for (const one of [secret, ticket, codeOf(secret), ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
      expect(text).not.toContain(one);
  });
});

describe('a sign-in pending its second factor', () => {
  it('allows five wrong tries, then starts over', async () => {
    const { secret } = await withTotp();
    const { ticket } = await ask('employee');
    for (let one = 0; one < 5; one++)
      expect(await show(ticket, { code: wrong(codeOf(secret)) })).toMatchObject({ http: 400, message: WRONG });
    expect(await show(ticket, { code: codeOf(secret) })).toMatchObject({ http: 400, message: RESTART });
    expect((await show((await ask('employee')).ticket, { code: codeOf(secret) })).http).toBe(200);
  });

  it('limits an attacker who knows the password to ten tries, without locking out the owner', async () => {
    const { secret } = await withTotp();
    // Sessions before make the person's own network known.
    const [home, away] = ['127.0.0.1', '203.0.113.9'];
    const seen: number[] = [];
    for (let one = 0; one < 12; one++) {
      const asked = await ask('employee', away);
      seen.push((await show(asked.ticket, { code: wrong(codeOf(secret)) }, away)).http);
    }
    expect(seen).toEqual([...Array(10).fill(400), 429, 429]);
    expect((await show((await ask('employee', home)).ticket, { code: codeOf(secret) }, home)).http).toBe(200);
  });

  it('lasts five minutes, or until a new password, deactivation or deletion', async () => {
    const { secret, token } = await withTotp();
    const late = (await ask('employee')).ticket;
    pass(301);
    expect((await show(late, { code: codeOf(secret) })).message).toBe(RESTART);
    const ticket = (await ask('employee')).ticket;
    const body = { oldPassword: PASSWORD, newPassword: 'Fresh-start-9' };
    expect((await server.call('changePassword', { token, body })).http).toBe(200);
    expect((await show(ticket, { code: codeOf(secret) })).message).toBe(RESTART);
  });

  it("is bound to its account: another account's code fails, and a ticket is no token (ASVS 9.2.2)", async () => {
    const mine = await withTotp('employee');
    await withTotp('employee2');
    const { ticket } = await ask('employee2');
    expect((await show(ticket, { code: codeOf(mine.secret) })).http).toBe(400);
    expect((await show(ticket, { recovery: mine.codes[0] })).http).toBe(400);
    expect(await profile(ticket)).toBe(401);
    const stranger = await server.call('addFactor', { token: mine.token, body: { ticket, code: codeOf(mine.secret) } });
    expect(stranger.http).toBe(400);
    expect((await server.call('setUpSecondFactor', { body: { ticket, kind: 'totp' } })).http).toBe(400);
  });
});

it('keeps the second factor through a password reset (ASVS 6.3.4, 6.4.3)', async () => {
  const { secret } = await withTotp();
  const { db } = server.services;
  await saveResetCode(db, server.ids.employee, '', 60_000, () => 'hash');
  const { id } = await db.selectFrom('reset_codes').select('id').executeTakeFirstOrThrow();
  await markResetCodeVerified(db, id);
  const newPassword = 'Fresh-start-9';
  const reset = await server.call('resetPassword', { body: { userId: id, newPassword, role: 'employee' } });
  expect([reset.http, reset.data]).toEqual([200, null]);
  const { data } = await server.call('signIn', { body: { email: emailOf('employee'), password: newPassword } });
  expect([data.userAuthToken, data.secondFactor.methods]).toEqual([undefined, ['totp', 'recovery']]);
  expect((await show(data.secondFactor.ticket, { code: codeOf(secret) })).http).toBe(200);
});

describe('recovery codes', () => {
  it('have 118 random bits each, too many to try out on the stored hashes (ASVS 6.5.2)', async () => {
    const { codes } = await withTotp();
    for (const code of codes) expect(code).toMatch(/^([a-hjkmnp-z2-9]{4}-){5}[a-hjkmnp-z2-9]{4}$/);
  });

  it('open one session each, in any spelling, until new ones are created', async () => {
    const { token, codes, secret } = await withTotp();
    const typed = (codes[0] as string).toUpperCase().replaceAll('-', ' ');
    expect((await show((await ask('employee')).ticket, { recovery: typed })).http).toBe(200);
    expect((await show((await ask('employee')).ticket, { recovery: typed })).http).toBe(400);
    expect((await server.call('factors', { token })).data).toMatchObject({ recoveryCodes: 9, required: false });
    await server.call('reauthenticate', { token, body: { code: codeOf(secret) } });
    const fresh = (await server.call('newRecoveryCodes', { token })).data.recoveryCodes as string[];
    expect((await show((await ask('employee')).ticket, { recovery: codes[1] })).http).toBe(400);
    expect((await show((await ask('employee')).ticket, { recovery: fresh[0] })).http).toBe(200);
  });
});

describe('passkeys', () => {
  const proofOf = async (key: ReturnType<typeof createAuthenticator>, person: Person = 'employee') => {
    const { ticket, passkey } = await ask(person);
    return { ticket, passkey: key.sign(passkey) };
  };

  it('open a session by signing a fresh challenge', async () => {
    const { key, added } = await withPasskey();
    expect(added.data.recoveryCodes).toHaveLength(10);
    expect((await ask('employee')).methods).toEqual(['passkey', 'recovery']);
    const { ticket, passkey } = await proofOf(key);
    expect((await show(ticket, { passkey })).http).toBe(200);
    // The same signature does not answer the next challenge.
    expect(await show((await ask('employee')).ticket, { passkey })).toMatchObject({ http: 400, message: WRONG });
  });

  it('are refused from another site, for another person, with a lower counter, and once removed', async () => {
    const { key, token } = await withPasskey();
    const phishing = createAuthenticator('https://evil.example.test', 'evil.example.test');
    const made = await withPasskey('employee2', phishing);
    expect(made.added).toMatchObject({ http: 400, message: WRONG });
    const theirs = await withPasskey('employee2');
    const { ticket, passkey } = await ask('employee');
    expect((await show(ticket, { passkey: theirs.key.sign(passkey) })).http).toBe(400);
    expect((await show(ticket, { passkey: key.sign(passkey, 7) })).http).toBe(200);
    const cloned = await ask('employee');
    expect((await show(cloned.ticket, { passkey: key.sign(cloned.passkey, 3) })).http).toBe(400);

    const options = (await server.call('reauthenticateOptions', { token })).data;
    const proof = { ticket: options.ticket, passkey: key.sign(options.passkey, 8) };
    expect((await server.call('reauthenticate', { token, body: proof })).http).toBe(200);
    const [factor] = (await server.call('factors', { token })).data.factors;
    expect((await server.call('removeFactor', { token, params: { id: factor._id } })).http).toBe(200);
    expect((await enter('employee')).data.userAuthToken).toBeDefined();
  });

  it('are not offered if the portal is reached by IP address', async () => {
    const headers = { host: '127.0.0.1:3000' };
    const token = await server.signInTwice('employee');
    expect((await server.call('factors', { token, headers })).data.passkeys).toBe(false);
    const refused = await server.call('beginFactor', { token, headers, body: { kind: 'passkey' } });
    expect([refused.http, refused.message]).toEqual([409, expect.stringContaining('not at an IP address')]);
  });
});

describe('reauthentication with a second factor', () => {
  const proved = async (reply: Promise<Reply>) => (await reply).http;

  it('requires the factor instead of the password', async () => {
    const { token, secret } = await withTotp();
    pass(300);
    const prove = (body: Record<string, unknown>) => proved(server.call('reauthenticate', { token, body }));
    expect((await server.call('reauthenticateOptions', { token })).data.methods).toEqual(['totp', 'recovery']);
    expect(await prove({ password: PASSWORD })).toBe(400);
    expect(await prove({ code: wrong(codeOf(secret)) })).toBe(400);
    expect(await server.call('endSecondFactor', { token })).toMatchObject({
      http: 403,
      data: { reauthenticate: true },
    });
    expect(await prove({ code: codeOf(secret) })).toBe(200);
    expect(await prove({ code: codeOf(secret) })).toBe(400);
    expect((await server.call('endSecondFactor', { token })).http).toBe(200);
    expect((await enter('employee')).data.userAuthToken).toBeDefined();
  });

  it('binds a passkey’s challenge to its session and accepts it once', async () => {
    const { token, key } = await withPasskey();
    const { ticket, passkey } = await ask('employee');
    const other = (await show(ticket, { passkey: key.sign(passkey) })).data.userAuthToken;
    const options = (await server.call('reauthenticateOptions', { token })).data;
    const body = { ticket: options.ticket, passkey: key.sign(options.passkey) };
    expect(await proved(server.call('reauthenticate', { token: other, body }))).toBe(400);
    expect(await proved(server.call('reauthenticate', { token, body }))).toBe(200);
    expect(await proved(server.call('reauthenticate', { token, body }))).toBe(400);
  });

  it('completes a factor only in the session that began it', async () => {
    const [mine, other] = [await server.signInTwice('employee'), await server.signInTwice('employee')];
    const { ticket, totp } = (await server.call('beginFactor', { token: mine, body: { kind: 'totp' } })).data;
    const body = { ticket, code: codeOf(totp.secret) };
    expect((await server.call('addFactor', { token: other, body })).http).toBe(400);
    const both = await Promise.all([1, 2].map(() => server.call('addFactor', { token: mine, body })));
    expect(both.map(({ http }) => http).toSorted()).toEqual([200, 400]);
  });
});

describe('a role that requires a second factor', () => {
  beforeAll(() => {
    needing = { SECOND_FACTOR: 'admin, employee' };
  });
  afterAll(() => {
    needing = {};
  });

  it('gets no session before setting one up', async () => {
    const asked = (await enter('employee')).data;
    expect(asked).toEqual({ secondFactor: { ticket: expect.any(String), methods: [], passkeys: true } });
    const { ticket } = asked.secondFactor;
    expect((await show(ticket, { code: '123456' })).http).toBe(400);
    const { totp } = (await server.call('setUpSecondFactor', { body: { ticket, kind: 'totp' } })).data;
    const opened = await show(ticket, { code: codeOf(totp.secret), name: 'Phone' });
    expect(opened.data.recoveryCodes).toHaveLength(10);
    const token = opened.data.userAuthToken;
    expect(await profile(token)).toBe(200);
    pass(60);
    expect((await ask('employee')).methods).toEqual(['totp', 'recovery']);

    await server.call('reauthenticate', { token, body: { code: codeOf(totp.secret) } });
    const { factors, required } = (await server.call('factors', { token })).data;
    expect(required).toBe(true);
    const last = { token, params: { id: factors[0]._id } };
    expect(await server.call('removeFactor', last)).toMatchObject({ http: 409 });
    expect(await server.call('endSecondFactor', { token })).toMatchObject({ http: 409 });
    expect((await server.call('factors', { token })).data).toMatchObject({
      factors: [{ name: 'Phone' }],
      recoveryCodes: 10,
    });
  });

  it('does not affect other roles', async () => {
    expect((await enter('laboratory')).data.userAuthToken).toBeDefined();
    expect((await enter('admin')).data.userAuthToken).toBeUndefined();
  });
});

test("refuses access to other people's factors", async () => {
  const { token } = await withTotp('employee');
  const stranger = await server.signInTwice('employee2');
  const [factor] = (await server.call('factors', { token })).data.factors;
  expect((await server.call('factors', { token: stranger })).data.factors).toEqual([]);
  expect((await server.call('removeFactor', { token: stranger, params: { id: factor._id } })).http).toBe(404);
  expect((await server.call('newRecoveryCodes', { token: stranger })).http).toBe(404);
  expect((await ask('employee')).methods).toEqual(['totp', 'recovery']);
});

test('an admin removes all factors of an account, and its person is notified', async () => {
  const { db } = server.services;
  const params = { id: server.ids.employee };
  const token = await server.signInTwice('admin');
  await addFactor(db, server.ids.employee, { kind: 'totp', name: 'Phone', secret: 'x', counter: 0 });
  const has = () => server.call('accountSessions', { token, params });
  expect((await has()).data.secondFactor).toBe(true);
  expect((await server.call('clearFactors', { token, params })).http).toBe(200);
  expect(await findFactors(db, server.ids.employee)).toEqual([]);
  expect((await smtp.next(emailOf('employee'))).text).toContain('A second step was removed');
  const written = await readTrail(server, { resource: 'secondFactor', deed: 'delete' });
  expect(written).toMatchObject([{ record_id: server.ids.employee }]);
});

test('an undone change of the address removes factors of the day before it, and no older ones', async () => {
  const thief = await server.signInTwice('employee');
  const add = async () => {
    const { ticket, totp } = (await server.call('beginFactor', { token: thief, body: { kind: 'totp' } })).data;
    return server.call('addFactor', { token: thief, body: { ticket, code: codeOf(totp.secret) } });
  };
  expect((await add()).http).toBe(200);
  const old = Date.now() - 25 * 3_600_000;
  await server.services.db.updateTable('factors').set({ created_at: old }).execute();
  expect((await add()).http).toBe(200);
  const person = { fullName: 'Zoë Ångström', contactNumber: '+15551230000', address: '9 Long Lane', about: 'Kind' };
  const body = { ...person, gender: 'Female', username: 'employee', email: 'thief@example.test' };
  expect((await server.call('updateProfile', { token: thief, body })).http).toBe(200);
  const address = emailOf('employee');
  const mails = [await smtp.next(address), await smtp.next(address), await smtp.next(address)];
  const [token] = mails.flatMap(({ text }) => /\/undo-email#([\w-]{43})/.exec(text)?.[1] ?? []);
  expect((await server.call('undoEmail', { body: { token } })).http).toBe(200);
  const left = await findFactors(server.services.db, server.ids.employee);
  expect(left.map(({ created_at }) => Number(created_at))).toEqual([old]);
});

test('accepts the fields that browsers add to a passkey', async () => {
  const response = { clientDataJSON: 'a', publicKey: 'a' };
  const passkey = { id: 'a', rawId: 'a', type: 'public-key', clientExtensionResults: {}, response };
  expect((await server.call('secondFactor', { body: { ticket: 'x', passkey } })).message).not.toContain('field');
  expect((await server.call('secondFactor', { body: { ticket: 'x', passky: passkey } })).message).toContain('passkey');
});
