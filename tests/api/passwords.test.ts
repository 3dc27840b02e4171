// On SQLite only: nothing here depends on the database.
import { markResetCodeVerified, readConfig, saveResetCode } from 'portal-frame/internal/server';
import { hashNewPassword, hashPassword } from 'portal-frame/server/accounts';
import { describe, expect, it, test } from 'vitest';
import app from '../../server/app.ts';
import { ADMIN, DEMO_PASSWORD } from '../../server/demo/demoStaff.ts';
import { emailOf, PASSWORD, type Reply, serverForAll } from './harness.ts';
import { EMPLOYEE, LABORATORY, MONDAY, photo } from './samples.ts';
import { setRows } from './tables.ts';

const server = serverForAll();

const LENGTH = 'Password must be at least 8 characters long';
const COMMON = 'This password is too common. Please choose another.';
const OBVIOUS = 'Please choose a password that is not your email, your username or the name of this portal.';

const person = { ...EMPLOYEE, email: 'nia.the.second@example.test', username: 'nia the second' };

/** Each way to set a password; returns the message at its field. */
const WAYS: Record<string, { field: string; set(password: string): Promise<Reply> }> = {
  'change-password': {
    field: 'newPassword',
    set: (newPassword) => server.as('laboratory', 'changePassword', { body: { oldPassword: PASSWORD, newPassword } }),
  },
  'reset-password': {
    field: 'newPassword',
    async set(newPassword) {
      const { db } = server.services;
      await saveResetCode(db, server.ids.employee, '', 60_000, () => 'hash');
      const { id } = await db.selectFrom('reset_codes').select('id').executeTakeFirstOrThrow();
      await markResetCodeVerified(db, id);
      return server.call('resetPassword', { body: { userId: id, newPassword, role: 'employee' } });
    },
  },
  'add-employee': {
    field: 'password',
    set: async (password) =>
      server.as('admin', 'addEmployee', { body: { ...person, password }, files: { image: [await photo()] } }),
  },
  'add-laboratory': {
    field: 'password',
    set: (password) => server.as('admin', 'addLaboratory', { body: { ...LABORATORY, ...MONDAY, password }, files: {} }),
  },
};

const COMMONS = ['12345678', 'password', 'PassWord123', 'qwertyuiop', 'iloveyou', ' password1 ', 'aaaaaaaaaaaa'];

/** A word of this place with digits and signs only. */
const WORDS = [
  'Phlebotomy2026!',
  'portal-portal',
  'admin!admin!',
  'Laboratory_1',
  'Mobile.Phlebotomy.7',
  '2026employee',
];

describe.each(Object.entries(WAYS))('password set by %s', (_, { field, set }) => {
  it.each<[string, string, string]>([
    ['short', 'sh0rt-7', LENGTH],
    ['of four characters in eight code units', '👍👎👍👎', LENGTH],
    ...COMMONS.map((one): [string, string, string] => ['common', one, COMMON]),
    ['the portal’s name', 'mobile phlebotomy portal', OBVIOUS],
    ...WORDS.map((one): [string, string, string] => ['a word of this place', one, OBVIOUS]),
  ])('is refused if it is %s: %j (ASVS 6.2.11)', async (_kind, password, message) => {
    expect(await set(password)).toMatchObject({ http: 400, message, errors: { [field]: message } });
  });

  it('rejects blank or too long passwords', async () => {
    for (const password of [' '.repeat(12), '\u3000'.repeat(9), 'x'.repeat(1025)]) {
      const reply = await set(password);
      expect([password, reply.http, Object.keys(reply.errors)]).toEqual([password, 400, [field]]);
    }
  });
});

test('rejects the own e-mail and username in any case', async () => {
  const { set } = WAYS['add-employee'] as (typeof WAYS)[string];
  const made = ['niathesecond2026', 'Nia!the!second!1', 'example.test-2026'];
  for (const password of [person.email, 'NIA.the.second', 'Nia The Second', 'niathesecond', ...made])
    expect([password, (await set(password)).message]).toEqual([password, OBVIOUS]);
});

test('accepts any other text of 8 to 1024 characters and compares all of it (ASVS 6.2.5, 6.2.8)', async () => {
  const { set } = WAYS['reset-password'] as (typeof WAYS)[string];
  for (const password of [
    'Ünïcødé‽',
    '密码很长而且不常见',
    'mobile kite lantern',
    '84629175302',
    '👩🏽‍🔬'.repeat(60),
    `${'x1'.repeat(511)}é!`,
  ]) {
    expect(await set(password)).toMatchObject({ http: 200 });
    const enter = (typed: string) => server.call('signIn', { body: { email: emailOf('employee'), password: typed } });
    expect((await enter(password)).http).toBe(200);
    expect((await enter(password.slice(0, -1))).http).toBe(400);
  }
});

test('stores argon2id with 19 MiB, two passes and an own salt (ASVS 11.4.2)', async () => {
  const { argonMemoryKib: argonMemory } = readConfig({ DATA_DIR: server.config.dataDir }, app);
  const kept = await Promise.all(
    [1, 2].map(() => hashNewPassword('Fresh-start-9', person, { app, argonMemoryKib: argonMemory }, 'password')),
  );
  for (const one of kept) expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(kept[0]).not.toBe(kept[1]);
});

test('accepts the demo password and passwords older than the rule (ASVS 6.2.10)', async () => {
  expect(await hashNewPassword(DEMO_PASSWORD, ADMIN, server.config, 'password')).toContain('argon2id');
  const password_hash = await hashPassword('a', server.config);
  await setRows(server, 'accounts', { password_hash }, { id: server.ids.laboratory2 });
  const body = { email: emailOf('laboratory2'), password: 'a' };
  expect((await server.call('signIn', { body })).http).toBe(200);
});
