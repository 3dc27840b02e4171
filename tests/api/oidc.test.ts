// On SQLite only: nothing here depends on the database.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { domainToASCII } from 'node:url';
// @ts-expect-error: the package has no types
import Provider from 'oidc-provider';
import { readConfig } from 'portal-frame/internal/server';
import { findFreePort } from 'portal-frame/testing';
import { expectOutput } from 'portal-frame/testing/output';
import { API_ROOT } from 'portal-frame/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import app from '../../server/app.ts';
import { emailOf, serverForTest, startServer, type TestServer } from './harness.ts';
import { hasPlugin } from './hasPlugin.ts';
import { readTrail } from './trail.ts';

const START = `${API_ROOT}/auth/oidc/start`;
const SECRET = 'a-secret-of-the-portal-at-its-provider';

/** People of the identity provider: their claims of the userinfo endpoint, and those of ID tokens. */
const people: Record<string, Record<string, unknown>> = {};
const inIdTokens: Record<string, Record<string, unknown>> = {};
let provider: Server;
let server: TestServer;
let url: string;
/** The provider signs ID tokens with a wrong key. */
let isForging = false;

/** Replaces a signature by another of the same length. */
const forgeSignature = (signature: string) => [...signature].reverse().join('');

/** Starts a real identity provider. Its login page takes any name. */
async function startProvider(redirectUri: string): Promise<string> {
  provider = createServer();
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const oidc = new Provider(issuer, {
    clients: [{ client_id: 'portal', client_secret: SECRET, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    cookies: { keys: ['test'] },
    conformIdTokenClaims: false,
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: async (use: string) => ({ sub: id, ...(use === 'id_token' ? inIdTokens : people)[id] }),
    }),
    async loadExistingGrant(context: { oidc: { session: { accountId: string } } }) {
      const grant = new oidc.Grant({ clientId: 'portal', accountId: context.oidc.session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  } as never);
  oidc.use(async (context: { path: string; body: { id_token: string } }, next: () => Promise<void>) => {
    await next();
    if (isForging && context.path === '/token')
      context.body = { ...context.body, id_token: context.body.id_token.replace(/[^.]+$/, forgeSignature) };
  });
  provider.on('request', oidc.callback());
  return issuer;
}

beforeAll(async () => {
  expectOutput(/oidc-provider/i);
  const port = await findFreePort();
  url = `http://127.0.0.1:${port}`;
  const issuer = await startProvider(`${url}${API_ROOT}/auth/oidc/callback`);
  server = await startServer({
    ...{ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'portal', OIDC_CLIENT_SECRET: SECRET, OIDC_NAME: 'Acme' },
    OIDC_ROLES: 'portal-admins=admin,drivers=employee,laboratories=laboratory',
  });
  await server.app.listen({ port, host: '127.0.0.1' });
});
afterAll(async () => {
  await server?.close();
  provider?.close();
});

/** A browser without scripts: follows redirects, and keeps cookies by origin. */
function createBrowser() {
  const jars = new Map<string, Map<string, string>>();
  const send = async (address: string | URL, init: RequestInit = {}) => {
    const { origin } = new URL(address);
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await fetch(address, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return reply;
  };
  return { send, jars };
}

/** Goes to the identity provider and signs in there. Returns the address at which the portal ends. */
async function visit(browser: ReturnType<typeof createBrowser>, subject: string): Promise<URL> {
  let address = new URL(START, url);
  for (let steps = 0; steps < 12; steps++) {
    let reply = await browser.send(address);
    if (reply.status === 200 && address.pathname.startsWith('/interaction')) {
      const action = /action="([^"]+)"/.exec(await reply.text())?.[1] ?? '';
      const body = new URLSearchParams({ prompt: 'login', login: subject, password: 'x' });
      reply = await browser.send(new URL(action, address), { method: 'POST', body });
    }
    const next = reply.headers.get('location');
    if (!next) throw new Error(`${address} answered ${reply.status}`);
    address = new URL(next, address);
    if (address.pathname === '/signin') return address;
  }
  throw new Error('The redirects do not end.');
}
const outcomeOf = async (subject: string) => (await visit(createBrowser(), subject)).search;

async function signIn(subject: string) {
  const browser = createBrowser();
  const { search } = await visit(browser, subject);
  const finish = async () => {
    const reply = await browser.send(`${url}${API_ROOT}/auth/finish-oidc`, { method: 'POST' });
    return { http: reply.status, ...((await reply.json()) as { data: Record<string, unknown> }) };
  };
  return { search, finish, first: await finish(), browser };
}
const accounts = () =>
  server.services.db.selectFrom('accounts').select(['id', 'role', 'email']).orderBy('id').execute();

describe('sign-in by the identity provider', () => {
  test('links the account with the same verified address, and later finds it by subject', async () => {
    people.ada = { email: emailOf('admin'), email_verified: true, name: 'Ada', groups: ['all', 'portal-admins'] };
    const before = await accounts();
    const { search, first, finish } = await signIn('ada');
    expect([search, first.http, first.data.role, first.data.email]).toEqual([
      '?oidc=done',
      200,
      'admin',
      emailOf('admin'),
    ]);
    const headers = { authorization: `Bearer ${first.data.userAuthToken}` };
    expect((await fetch(`${url}${API_ROOT}/admin/get-profile`, { headers })).status).toBe(200);
    expect((await finish()).http).toBe(400);
    people.ada = { ...people.ada, email: 'changed@example.test' };
    expect((await signIn('ada')).first.data.email).toBe(emailOf('admin'));
    expect(await accounts()).toEqual(before);
  });

  test('creates a missing admin once, but nobody whose record needs more values', async () => {
    people.new = { email: 'new@example.test', email_verified: true, name: 'Nina New', groups: 'portal-admins' };
    expect((await signIn('new')).first.data).toMatchObject({ role: 'admin', fullName: 'Nina New' });
    expect((await signIn('new')).first.data.role).toBe('admin');
    expect((await accounts()).filter(({ email }) => email === 'new@example.test')).toHaveLength(1);
    people.driver = { email: 'driver@example.test', email_verified: true, groups: ['drivers'] };
    expect(await outcomeOf('driver')).toBe('?oidc=noAccount');
    people.known = { email: emailOf('employee'), email_verified: true, groups: ['drivers'] };
    expect((await signIn('known')).first.data.role).toBe('employee');
  });

  test('never changes a role, and accepts no unverified address', async () => {
    const before = await accounts();
    people.demoted = { email: emailOf('admin'), email_verified: true, groups: ['drivers'] };
    people.promoted = { email: emailOf('employee2'), email_verified: true, groups: ['portal-admins'] };
    people.without = { email: emailOf('admin'), email_verified: true };
    people.unverified = { email: emailOf('admin'), email_verified: false, groups: ['portal-admins'] };
    people.laboratory = { email: emailOf('laboratory'), email_verified: true, groups: ['laboratory'] };
    for (const name of ['demoted', 'promoted', 'without', 'laboratory'])
      expect([name, await outcomeOf(name)]).toEqual([name, '?oidc=role']);
    expect(await outcomeOf('unverified')).toBe('?oidc=noAccount');
    expect(await accounts()).toEqual(before);
    const refused = await readTrail(server, { deed: 'refused' });
    expect(refused.map(({ details }) => JSON.parse(details).reason)).toContain('role');
  });

  test('reads all claims from one source', async () => {
    const before = await accounts();
    const verified = { email: 'mallory@example.test', email_verified: true };
    inIdTokens.mixed = { email: emailOf('laboratory2'), groups: ['laboratories'] };
    people.mixed = { ...verified, groups: ['laboratories'] };
    expect(await outcomeOf('mixed')).toBe('?oidc=noAccount');
    inIdTokens.climber = verified;
    people.climber = { ...verified, groups: ['portal-admins'] };
    expect(await outcomeOf('climber')).toBe('?oidc=role');
    expect(await accounts()).toEqual(before);
    inIdTokens.whole = { email: emailOf('laboratory2'), email_verified: true, groups: ['laboratories'] };
    expect(await outcomeOf('whole')).toBe('?oidc=done');
  });

  test.each([
    ['nothing', undefined],
    ['two addresses', 'a@example.test, b@example.test'],
    ['no address', 'no address'],
    ['a long address', `${'a'.repeat(5000)}@example.test`],
    ['a NUL', 'a\0@example.test'],
    ['an invisible letter', 'adm\u200Bin@example.test'],
    ['a list', ['a@example.test']],
  ])('creates no account by %s', async (_, email) => {
    const before = await accounts();
    people.odd = { email, email_verified: true, groups: ['portal-admins'] };
    expect(await outcomeOf('odd')).toBe('?oidc=noAccount');
    expect(await accounts()).toEqual(before);
  });

  test('creates no second manager with an address that looks like that of another', async () => {
    const before = await accounts();
    const own = emailOf('admin');
    const [name, domain = ''] = own.split('@');
    // Also as a domain of another script comes, which reads like the own one with an accent.
    const accented = domainToASCII(domain.replace(/[aeiou]/, (letter) => `${letter}\u0301`.normalize('NFC')));
    expect(accented).toMatch(/^xn--/);
    const alike = [own.replace('i', 'ı'), own.replace('a', 'а'), own.replace('a', 'á'), own.replace('m', 'ᴍ')];
    for (const address of [...alike, `${name}@${accented}`]) {
      people.double = { email: address, email_verified: true, groups: ['portal-admins'] };
      expect([address, await outcomeOf('double')]).toEqual([address, '?oidc=otherPerson']);
    }
    expect(await accounts()).toEqual(before);
  });

  test('names a person by the address if a form would refuse the name', async () => {
    for (const [at, name] of ['', 'x'.repeat(201), 'A\0B', ['Ann']].entries()) {
      people[`named${at}`] = { email: `n${at}@example.test`, email_verified: true, name, groups: ['portal-admins'] };
      expect((await signIn(`named${at}`)).first.data.fullName).toBe(`n${at}@example.test`);
    }
  });

  test('links no account by a former address of its person', async () => {
    people.first = { email: emailOf('laboratory'), email_verified: true, groups: ['laboratories'] };
    expect((await signIn('first')).first.data.role).toBe('laboratory');
    people.successor = { ...people.first };
    expect(await outcomeOf('successor')).toBe('?oidc=otherPerson');
    expect((await signIn('first')).search).toBe('?oidc=done');
    const links = server.services.db.selectFrom('identities').select('subject');
    const linked = await links.where('account_id', '=', server.ids.laboratory).execute();
    expect(linked).toEqual([{ subject: 'first' }]);
    // An administrator may end the link, as the subject of a person may change.
    await server.as('admin', 'clearFactors', { params: { id: server.ids.laboratory } });
    expect(await outcomeOf('successor')).toBe('?oidc=done');
  });

  test('is refused for a deactivated account, and keeps local sign-in', async () => {
    people.gone = { email: emailOf('employee2'), email_verified: true, groups: ['drivers'] };
    const row = server.services.db.updateTable('accounts').where('id', '=', server.ids.employee2);
    await row.set({ is_active: 0 }).execute();
    expect(await outcomeOf('gone')).toBe('?oidc=deactivated');
    await row.set({ is_active: 1 }).execute();
    expect(await server.signIn('employee2')).toEqual(expect.any(String));
  });

  test.runIf(hasPlugin('secondFactor'))('requires the second factor of the role', async () => {
    Object.assign(server.config, { secondFactor: ['admin'] });
    people.ada = { ...people.ada, groups: ['portal-admins'] };
    const { data } = (await signIn('ada')).first;
    expect(data).toMatchObject({ secondFactor: { methods: [] } });
    expect(data).not.toHaveProperty('userAuthToken');
    Object.assign(server.config, { secondFactor: [] });
  });
});

describe('refused sign-in by the identity provider', () => {
  const callback = `${API_ROOT}/auth/oidc/callback`;
  const end = async (browser: ReturnType<typeof createBrowser>, query: string) =>
    (await browser.send(`${url}${callback}?${query}`)).headers.get('location');

  test('refuses a reply that this browser did not request', async () => {
    expect(await end(createBrowser(), 'code=x&state=y')).toBe('/signin?oidc=failed');
    const browser = createBrowser();
    await browser.send(`${url}${START}`);
    expect(await end(browser, 'code=x&state=forged')).toBe('/signin?oidc=failed');
    // The attempt has ended.
    expect(browser.jars.get(url)?.has('oidc-attempt')).toBe(false);
  });

  test('rejects an ID token with a wrong signature (ASVS 6.8.2)', async () => {
    isForging = true;
    expect(await outcomeOf('ada')).toBe('?oidc=failed');
    isForging = false;
    expect(await outcomeOf('ada')).toBe('?oidc=done');
  });

  test('starts no sign-in from a page of another site (ASVS 7.6.2)', async () => {
    const start = async (site: string) => {
      const reply = await createBrowser().send(`${url}${START}`, { headers: { 'sec-fetch-site': site } });
      return [reply.headers.get('location'), reply.headers.getSetCookie().length];
    };
    expect(await start('cross-site')).toEqual(['/signin', 0]);
    expect(await start('same-site')).toEqual(['/signin', 0]);
    const { oidcIssuer } = server.config;
    for (const site of ['same-origin', 'none'])
      expect(await start(site)).toEqual([expect.stringContaining(`${oidcIssuer}/`), 1]);
  });

  test('refuses a person who cancels at the provider', async () => {
    const browser = createBrowser();
    const reply = await browser.send(`${url}${START}`);
    const state = new URL(reply.headers.get('location') ?? '').searchParams.get('state');
    expect(
      await end(
        browser,
        `error=access_denied&state=${state}&iss=${encodeURIComponent(server.config.oidcIssuer ?? '')}`,
      ),
    ).toBe('/signin?oidc=denied');
  });

  test('refuses to finish without the ticket, or with a foreign one', async () => {
    const finish = (cookie: string) =>
      server.inject({ method: 'POST', url: `${API_ROOT}/auth/finish-oidc`, headers: { cookie } });
    expect((await finish('')).statusCode).toBe(400);
    expect((await finish('oidc-ticket=forged')).statusCode).toBe(400);
  });
});

test.each(['identity', 'br'])('shows the name of the provider on the sign-in page, sent as %s', async (encoding) => {
  const portalDir = mkdtempSync(join(tmpdir(), 'portal-page-'));
  for (const name of ['index.html', 'index.html.br']) writeFileSync(join(portalDir, name), 'x');
  const OIDC = { OIDC_ISSUER: server.config.oidcIssuer ?? '', OIDC_CLIENT_ID: 'portal', OIDC_CLIENT_SECRET: SECRET };
  const own = await serverForTest({ ...OIDC, OIDC_NAME: 'Acme ID', OIDC_ROLES: 'x=admin' }, { portalDir });
  for (const path of ['/', '/signin']) {
    const { headers } = await own.inject({ url: path, headers: { 'accept-encoding': encoding } });
    expect([path, headers['set-cookie']]).toEqual([path, expect.stringContaining('sign-in-with=oidc=Acme+ID')]);
  }
  rmSync(portalDir, { recursive: true });
});

test('sets cookies for https and this host only, if people use https (ASVS 3.3.1)', async () => {
  const portalDir = mkdtempSync(join(tmpdir(), 'portal-page-'));
  writeFileSync(join(portalDir, 'index.html'), 'x');
  const OIDC = { OIDC_ISSUER: server.config.oidcIssuer ?? '', OIDC_CLIENT_ID: 'portal', OIDC_CLIENT_SECRET: SECRET };
  const settings = { ...OIDC, OIDC_NAME: 'Acme', OIDC_ROLES: 'x=admin', PUBLIC_URL: 'https://portal.example' };
  const own = await serverForTest(settings, { portalDir });
  const page = await own.inject({ url: '/signin' });
  server.config.publicUrl = settings.PUBLIC_URL;
  const start = await createBrowser().send(`${url}${START}`);
  delete server.config.publicUrl;
  for (const cookie of [page.headers['set-cookie'], start.headers.get('set-cookie')])
    expect(String(cookie)).toMatch(/^__Host-[^;]+;.*Path=\/;.*Secure/);
  rmSync(portalDir, { recursive: true });
});

test('needs the whole configuration, over https', () => {
  const base = { DATA_DIR: server.config.dataDir, OIDC_ISSUER: 'https://login.example.com' };
  expect(() => readConfig(base, app)).toThrow('OIDC_CLIENT_ID must be set');
  const complete = { ...base, OIDC_CLIENT_ID: 'portal', OIDC_CLIENT_SECRET: SECRET };
  expect(() => readConfig(complete, app)).toThrow('OIDC_ROLES must be set');
  expect(() => readConfig({ ...complete, OIDC_ROLES: 'x=boss' }, app)).toThrow('OIDC_ROLES must be a list such as');
  expect(() =>
    readConfig({ ...complete, OIDC_ROLES: 'x=admin', OIDC_ISSUER: 'http://login.example.com' }, app),
  ).toThrow('https');
  expect(readConfig({ ...complete, OIDC_ROLES: 'cn=a=admin' }, app).oidcRoles).toEqual([
    { value: 'cn=a', role: 'admin' },
  ]);
});
