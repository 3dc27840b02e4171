import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { runFile } from 'portal-frame/testing/helpers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { copyTree } from '../tree.ts';

let tree: string;
let env: Record<string, string>;
beforeAll(() => {
  tree = copyTree('plan', ['src', 'server', 'scripts', 'package.json']);
  env = {
    DATA_DIR: join(tree, 'data'),
    DATABASE_URL: '',
    DEMO: 'off',
    ADMIN_EMAIL: 'a@b.test',
    PORT: '0',
    LOG_LEVEL: 'error',
  };
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

const run = (file: string, ...words: string[]) => runFile(file, words, { cwd: tree, env: { ...process.env, ...env } });
const plan = (...words: string[]) => run('frame/commands/plan.ts', ...words).end;

/** Starts a server until it is ready or refused; `meanwhile` runs beside it. */
async function start(meanwhile: () => Promise<void> = async () => {}) {
  const { child, said, end } = run('server/main.ts');
  child.stdout.on('data', async () => {
    if (!said.out.includes('ready')) return;
    await meanwhile();
    child.kill('SIGTERM');
  });
  return end;
}

const config = (name: string, fields: string, more = '') =>
  writeFileSync(
    join(tree, 'src', 'resources', `${name}.ts`),
    `import { choice, defineResource, number, text } from 'portal-frame';
export default defineResource({
  name: '${name}', icon: 'inventory',
  fields: { item: text(), ${fields} },
  list: { columns: ['item'] }, create: { groups: [{ label: 'All', fields: ['item'] }] },
  roles: { admin: { list: '/${name}', form: '/add-${name}', can: ['list', 'create'] } }, ${more}
});`,
  );

test.skipIf(process.env.TEST_DATABASE_URL)(
  'lists the migrations of a start, and refuses a newer database in one line',
  async () => {
    const { DATA_DIR } = env;
    onTestFinished(() => {
      env = { ...env, DATA_DIR: DATA_DIR as string };
    });
    env = { ...env, DATA_DIR: join(tree, 'upgraded') };
    expect(await start()).toMatchObject({ code: 0, err: '' });
    const file = new DatabaseSync(join(env.DATA_DIR as string, 'portal.sqlite'));
    file.exec('create table migrations_ratings (name text, timestamp text)');
    expect((await start()).out).toContain('\nNot in server/app.ts, so their tables are left alone: ratings\n');
    file.exec("delete from migrations_app where name = '001_portal'");
    expect(await plan()).toMatchObject({
      code: 2,
      out: expect.stringMatching(/migrations\n {2}\+ app 001_portal\n[\s\S]*tables are left alone: ratings\n$/),
      err: '',
    });
    file.exec("insert into migrations_app values ('001_portal', 'now'), ('999_later', 'now')");
    const err = expect.stringMatching(/^The database was brought up by a newer version \(999_later\)\..*\n$/);
    expect(await plan()).toMatchObject({ code: 1, out: '', err });
    file.close();
  },
);

test.skipIf(process.env.TEST_DATABASE_URL)(
  'shows, applies, undoes and removes changes with npm run plan, without a question (spec 15.1)',
  async () => {
    config('supplies', "state: choice({ choices: ['New', 'Old'] }), note: text()");
    expect(await plan()).toMatchObject({ code: 2, out: expect.stringContaining('+ new: gets its table'), err: '' });
    expect(await start()).toMatchObject({ code: 0, err: '' });
    const file = new DatabaseSync(join(env.DATA_DIR as string, 'portal.sqlite'));
    file.exec(`insert into c_supplies (id, version, created_at, changed_at, text_item, text_state, text_note)
    values ('a', 1, 1, 1, 'Gauze', 'New', 'x'), ('b', 1, 1, 1, 'Tube', 'Old', null)`);
    expect(await plan()).toMatchObject({ code: 0, out: 'Nothing to do: the data fits the configs.\n', err: '' });
    expect(await plan('--indexes')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/\n {2}c_supplies: createdAt\n/),
    });

    config('supplies', "status: choice({ choices: ['New'], renamedFrom: 'state' })");
    const refused = await plan('--json');
    expect(refused).toMatchObject({ code: 3, err: '' });
    expect(JSON.parse(refused.out)).toMatchObject({
      refused: true,
      steps: [
        { do: 'rename field', field: 'status', from: 'state' },
        { field: 'status', unfit: { rows: 1, ids: ['b'], values: { Old: 1 } }, refused: { allow: expect.any(String) } },
        { do: 'drop field', field: 'note', rows: 1, refused: { allow: expect.stringContaining("dropped: ['note']") } },
      ],
      orphans: [],
    });
    expect(await start()).toMatchObject({ code: 1, err: expect.stringContaining('The data does not fit the configs') });

    config(
      'supplies',
      "status: choice({ choices: ['New'], renamedFrom: 'state', convert: { Old: 'New' } })",
      "dropped: ['note']",
    );
    expect(await plan()).toMatchObject({ code: 3, out: expect.stringContaining('The next start does this by itself') });
    const meanwhile: Awaited<ReturnType<typeof plan>>[] = [];
    expect(await start(async () => void meanwhile.push(await plan('--undo')))).toMatchObject({ code: 0 });
    expect(meanwhile).toMatchObject([{ code: 1, err: expect.stringContaining('A server runs on') }]);
    const values = () => file.prepare('select * from c_supplies order by id').all();
    expect(values()).toMatchObject([{ text_status: 'New' }, { text_status: 'New' }]);

    expect(await plan('--undo')).toMatchObject({ code: 0, out: expect.stringContaining('Change 2 is taken back') });
    // Change 1 created the table, so undoing it would hide its records.
    const kept = await plan('--undo', '--json');
    expect(kept.code).toBe(3);
    expect(JSON.parse(kept.out)).toMatchObject({ refused: true, left: [{ resource: 'supplies', held: { rows: 2 } }] });
    const orphan = 'c_supplies.text_status';
    const removed = await plan('--remove', orphan);
    expect(removed).toMatchObject({ code: 0, out: expect.stringContaining(`Removed for good: ${orphan}`) });
    expect(Object.keys(values()[0] ?? {})).not.toContain('text_status');
    expect(values()).toMatchObject([{ text_state: 'New', text_note: 'x' }, { text_state: 'Old' }]);
    const { code, out, err } = await plan('--undo', '--remove', orphan);
    expect([code, out, err]).toEqual([1, '', expect.stringContaining('Expected: npm run plan -- [--json]')]);
    file.close();
  },
);

test('refuses the same jobs and texts of automations as a start does', async () => {
  const job = join(tree, 'server', 'jobs', 'twice.ts');
  const resource = join(tree, 'src', 'resources', 'spoken.ts');
  onTestFinished(() => {
    for (const file of [job, resource]) rmSync(file, { force: true });
  });
  writeFileSync(job, "export default { name: 'twice', at: '02:00', every: '5 minutes', run: async () => {} };");
  expect(await plan()).toMatchObject({ code: 1, err: expect.stringContaining('twice.ts: found 2 schedules') });
  rmSync(job);
  config('spoken', 'state: text()', "automations: { told: { on: { create: true }, mail: { to: ['item'] } } },");
  expect(await plan()).toMatchObject({ code: 1, err: expect.stringContaining('spoken') });
});
