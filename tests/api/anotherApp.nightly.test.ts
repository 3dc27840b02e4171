// On SQLite only: nothing here depends on the database.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openDatabase } from 'portal-frame/internal/server';
import { runFile } from 'portal-frame/testing/helpers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyTree } from '../tree.ts';
import { createTestDatabase } from './database.ts';
import { hasPlugin } from './hasPlugin.ts';

const BOOKS = `import { defineResource, text } from 'portal-frame';
export default defineResource({
  name: 'books', icon: 'inventory', fields: { title: text({ required: true }) },
  list: { columns: [{ field: 'title', feature: 'loans' }] }, create: { groups: [{ label: 'All', fields: ['title'] }] },
  roles: {
    librarian: { list: '/books', form: '/add-book', can: ['list', 'create'] },
    reader: { list: '/our-books', can: ['list'] },
  },
});`;

/** Plug-ins of the other app, as far as they are there. */
const PLUGINS = ['audit', 'backup', 'openApi'].filter(hasPlugin);
/** The part of the names of features and migrations that the audit trail has. */
const [TRAIL, TRAIL_MIGRATION] = hasPlugin('audit') ? [['audit'], ', audit 001_audit'] : [[], ''];

/** Another app on the frame, with nothing of the portal: its roles, a resource, and what its server declares. */
const FILES = {
  'src/roles.ts': `import { defineRoles } from 'portal-frame/roles';
export const roles = defineRoles({ librarian: { home: '/books', manages: true }, reader: { home: '/our-books' } });`,
  'src/resources/books.ts': BOOKS,
  'server/app.ts': `import { sql } from 'kysely';
import { call, failureTexts } from 'portal-frame';
${PLUGINS.map((name) => `import ${name} from 'portal-frame/plugins/${name}/server';`).join('\n')}
import { defineServer, integerVariable, readVariables, serveCalls } from 'portal-frame/server';
import { z } from 'zod';
import { roles } from '../src/roles.ts';

const librarian = ['librarian'];
const data = z.array(z.object({ _id: z.string(), name: z.string() }));
const calls = {
  shelves: call({ method: 'GET', path: '/shelves/list', roles: librarian, summary: 'Shelves.', data, failure: failureTexts('errors.list') }),
};
export default defineServer({
  name: 'Library',
  roles,
  plugins: [${PLUGINS.join(', ')}],
  calls: serveCalls(
    calls,
    {
      async shelves(_, { db, config }) {
        const { rows } = await sql\`select id as _id, name from shelves order by id limit \${config.mostShelves}\`.execute(db);
        return { data: rows };
      },
    },
    { shelves: ['list', 'shelves'] },
  ),
  routes: [
    async (app, { db }) => {
      await sql\`insert into shelves values ('a', 'Poems'), ('b', 'Maps'), ('c', 'Plays') on conflict do nothing\`.execute(db);
      app.get('/hours', () => 'from nine to five');
    },
  ],
  features: ['loans'],
  settings: (env) => ({ mostShelves: readVariables(z.object({ MOST_SHELVES: integerVariable(1, 100, 50) }), env).MOST_SHELVES }),
  migrations: () => ({
    '001_shelves': {
      async up(db) {
        await sql\`create table shelves (id text primary key not null, name text not null)\`.execute(db);
      },
    },
  }),
  nameColumns: { shelves: 'name' },
});`,
};

let tree: string;
let drops: (() => Promise<void>)[] = [];
let env: Record<string, string>;
let elsewhere: Record<string, string>;
const ended = (place: Record<string, string>, file: string, ...words: string[]) => {
  const own = { PORT: '0', DEMO: 'off', ADMIN_EMAIL: 'ada@library.test', MOST_SHELVES: '2', ...place };
  return runFile(`frame/commands/${file}.ts`, words, { cwd: tree, env: { ...process.env, ...own } });
};

async function verifyTrail(place: Record<string, string>): Promise<void> {
  if (!hasPlugin('audit')) return;
  expect((await ended(place, 'plugin-command', 'audit-verify').end).out).toMatch(/is sound: [1-9]/);
}

beforeAll(async () => {
  tree = copyTree('library', ['package.json']);
  for (const [name, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(tree, name)), { recursive: true });
    writeFileSync(join(tree, name), content);
  }
  const databases = [await createTestDatabase(), await createTestDatabase()];
  drops = databases.map(({ drop }) => drop);
  const [one, other] = databases.map(({ url = '' }, index) => ({
    DATABASE_URL: url,
    DATA_DIR: join(tree, `data${index}`),
  }));
  env = one as Record<string, string>;
  elsewhere = other as Record<string, string>;
});
afterAll(async () => {
  for (const drop of drops) await drop();
  rmSync(tree, { recursive: true, force: true });
});

test('runs another app on the frame with its calls, tables and settings', async () => {
  const { child, said, end } = ended(env, 'serve');
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => said.out.includes('schema') && resolve());
    child.on('exit', () => reject(new Error(said.err)));
  });
  const password = /password: (\S+)/.exec(said.out)?.[1];
  const origin = /ready: (\S+)/.exec(said.out)?.[1];
  expect(said.out).toContain(`schema frame 006_audit_archives${TRAIL_MIGRATION}, app 001_shelves`);
  let token = '';
  const ask = async (path: string, body?: object) => {
    const reply = await fetch(`${origin}/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { http: reply.status, data: (await reply.json()) as Record<string, unknown> };
  };
  const { data: signedIn } = await ask('/auth/sign-in', { email: 'ada@library.test', password });
  expect(signedIn).toMatchObject({
    data: { role: 'librarian', features: expect.arrayContaining([...TRAIL, 'loans']) },
  });
  token = (signedIn.data as { userAuthToken: string }).userAuthToken;

  const shelves = [
    { _id: 'a', name: 'Poems' },
    { _id: 'b', name: 'Maps' },
  ];
  expect(await ask('/shelves/list')).toMatchObject({ http: 200, data: { data: shelves } });
  expect(await (await fetch(`${origin}/hours`)).text()).toBe('from nine to five');
  expect(await ask('/collections/books', { title: 'Emma' })).toMatchObject({ http: 201, data: { title: 'Emma' } });
  const { data: docs } = await ask('/docs/json');
  expect(docs.info).toMatchObject({ title: 'Library' });
  const paths = Object.keys(docs.paths as object);
  expect(paths).toEqual(expect.arrayContaining(['/api/v1/shelves/list', '/api/v1/common/change-password']));
  expect(JSON.stringify(docs)).not.toMatch(/patient|appointment|employee|laborator|phlebotom|specimen/i);
  const { data: trail } = await ask('/admin/get-audit');
  const entries = (trail.data as { entries: { operation: string; resource: string; recordName: string }[] }).entries;
  expect(entries.map(({ operation, resource }) => `${operation} ${resource}`)).toEqual(
    expect.arrayContaining(['list shelves', 'create books', 'sign-in session']),
  );
  expect(entries.find(({ operation }) => operation === 'create')?.recordName).toBe('Emma');
  child.kill('SIGTERM');
  expect(await end).toMatchObject({ code: 0, err: '' });

  await verifyTrail(env);
});

test.runIf(hasPlugin('backup'))('backs up and restores the other app', async () => {
  const folder = join(tree, 'backup');
  expect(await ended(env, 'plugin-command', 'backup', folder).end).toMatchObject({ code: 0, err: '' });
  expect(await ended(elsewhere, 'plugin-command', 'restore', folder).end).toMatchObject({ code: 0, err: '' });
  await verifyTrail(elsewhere);
  const { DATA_DIR = '', DATABASE_URL } = elsewhere;
  const store = openDatabase({ dataDir: DATA_DIR, ...(DATABASE_URL && { databaseUrl: DATABASE_URL }) });
  const tables = (await store.db.introspection.getTables()).map(({ name }) => name);
  await store.close();
  expect(tables).toEqual(expect.arrayContaining(['accounts', ...TRAIL, 'shelves', 'c_books']));
  expect(tables.filter((name) => /appointment|feeds|visit|custody|transactions|documents/.test(name))).toEqual([]);
});

test('refuses a start with a renamed managing role', async () => {
  const write = (name: keyof typeof FILES) =>
    writeFileSync(join(tree, name), FILES[name].replaceAll('librarian', 'keeper'));
  for (const name of ['src/roles.ts', 'src/resources/books.ts', 'server/app.ts'] as const) write(name);
  const refusal =
    'src/roles.ts: manages: found no active account with the role "keeper", expected at least one. Accounts have roles that are not in src/roles.ts: "librarian" (1). Give a role its former name back, or run npm run admin:reset -- <e-mail address>, which makes that account a "keeper".';
  expect(await ended(env, 'serve').end).toEqual({ code: 1, out: '', err: `${refusal}\n` });
  expect(await ended(env, 'plan').end).toMatchObject({ code: 3, out: expect.stringContaining(refusal), err: '' });

  const { out, code } = await ended(env, 'admin-reset', 'ada@library.test').end;
  expect([code, out]).toEqual([0, expect.stringContaining('Unlocked the keeper ada@library.test; password: ')]);
  const { DATA_DIR = '', DATABASE_URL } = env;
  const store = openDatabase({ dataDir: DATA_DIR, ...(DATABASE_URL && { databaseUrl: DATABASE_URL }) });
  const row = await store.db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow();
  expect(row.role).toBe('keeper');
  const names = { id: 'g', email: 'g@library.test', email_key: 'g@library.test', username: 'g', username_key: 'g' };
  await store.db
    .insertInto('accounts')
    .values({ ...row, ...names, role: 'guest' as never })
    .execute();
  const { child, said, end } = ended(env, 'serve');
  child.stdout.on('data', () => said.out.includes('schema') && child.kill('SIGTERM'));
  expect(await end).toEqual({
    code: 0,
    out: expect.stringContaining('The portal is ready'),
    err: 'Accounts have roles that are not in src/roles.ts: "guest" (1). They can do nothing until these roles are there again.\n',
  });
  await store.close();
});
