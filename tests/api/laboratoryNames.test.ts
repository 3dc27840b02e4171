import { sql } from 'kysely';
import { runMigrationStep } from 'portal-frame/server/database';
import { beforeEach, describe, expect, it } from 'vitest';
import { accountSteps } from '../../server/store/accountSteps.ts';
import { laboratoryKey } from '../../server/store/laboratoryNames.ts';
import { EXTRA_LABORATORIES } from '../../src/wire/choices.ts';
import { emailOf, PASSWORD, PEOPLE, serverForAll, serverForTest } from './harness.ts';
import { LABORATORY, MONDAY } from './samples.ts';
import { setRows } from './tables.ts';
import { visitsOf } from './visits.ts';

const server = serverForAll();
beforeEach(() => server.services.db.deleteFrom('attempts').execute());

const NAME = PEOPLE.laboratory.fullName;
const RIVAL = PEOPLE.laboratory2.fullName;
const rename = (fullName: string, more = {}) =>
  server.as('laboratory', 'updateProfile', {
    body: {
      ...{ fullName, email: emailOf('laboratory'), username: 'laboratory', about: 'Near the river' },
      ...{ contactNumber: '+15551230001', address: '1 River Street', timings: '[]', ...more },
    },
  });
const add = (fullName: string, login = 'new') =>
  server.as('admin', 'addLaboratory', {
    body: {
      ...{ ...LABORATORY, ...MONDAY, fullName },
      ...{ email: `${login}@example.test`, username: login, password: PASSWORD },
    },
  });
const visits = visitsOf(server);
const book = (values: object = {}) => visits.book({ confirmed: true, ...values });
const decide = (name: 'approveName' | 'refuseName', fullName: string, id = server.ids.laboratory) =>
  server.as('admin', name, { params: { id }, body: { fullName } });
const nameOf = async () => (await server.as('laboratory', 'laboratoryProfile')).data;
const notices = async (person: 'admin' | 'laboratory') => (await server.as(person, 'notifications')).data;

describe('name of a laboratory', () => {
  it.each([...EXTRA_LABORATORIES, 'NАTERA.', '!!!', '\u200b\u200b'])('cannot be %j', async (name) => {
    const refused = await rename(name);
    expect([refused.http, refused.errors.fullName]).toEqual([
      409,
      'This name is reserved, or too similar to a reserved one. Please choose another.',
    ]);
    const { data } = await book({ labortary: 'Natera' });
    expect([data.labortary, data.laboratoryId]).toEqual(['Natera', null]);
  });

  it.each([RIVAL, ` ${RIVAL.toUpperCase()}.`])('cannot be that of another: %j', async (name) => {
    const refused = await rename(name);
    expect([refused.http, Object.keys(refused.errors)]).toEqual([409, ['fullName']]);
    expect((await add(name)).errors).toEqual({
      fullName: 'Another laboratory has this name, or one that looks like it.',
    });
  });

  it('changes after approval; other values change at once', async () => {
    const before = await book({ labortary: NAME });
    const asked = await rename('Riverside Diagnostics', { contactNumber: '+15551230777' });
    expect([asked.http, asked.message]).toEqual([200, 'Profile updated successfully']);
    const waiting = { fullName: NAME, requestedName: 'Riverside Diagnostics', contactNumber: '+15551230777' };
    expect(asked.data).toMatchObject(waiting);
    expect(await nameOf()).toMatchObject(waiting);
    const about = { resource: 'laboratories', recordId: server.ids.laboratory };
    expect((await notices('admin'))[0]).toMatchObject({ title: 'A laboratory wants a new name', ...about });
    // Another change with the current name keeps the request.
    expect((await rename(NAME, { about: 'New' })).data.requestedName).toBe('Riverside Diagnostics');
    expect((await book({ labortary: 'Riverside Diagnostics' })).errors).toEqual({
      labortary: 'This laboratory does not exist.',
    });
    const listed = (await server.as('admin', 'adminLaboratories')).data;
    expect(listed.find((one: { _id: string }) => one._id === server.ids.laboratory)).toMatchObject({
      requestedName: 'Riverside Diagnostics',
    });

    expect((await decide('approveName', 'Riverside')).http).toBe(409);
    expect(await decide('approveName', 'Riverside Diagnostics')).toMatchObject({
      http: 200,
      data: { fullName: 'Riverside Diagnostics', requestedName: null },
    });
    expect((await notices('laboratory'))[0]).toMatchObject({ title: 'New name approved' });
    const mine = (await server.as('laboratory', 'laboratoryAppointments', { query: { id: before.data._id } })).data;
    expect(mine.appointments[0].labortary).toBe('Riverside Diagnostics');
    expect((await decide('approveName', 'Riverside Diagnostics')).http).toBe(409);
    expect((await add(NAME, 'again')).http).toBe(200);
  });

  it('stays if an admin refuses the new one, with a notification', async () => {
    const { fullName } = await nameOf();
    await rename('The Only Laboratory');
    expect((await decide('refuseName', 'The Only Laboratory')).http).toBe(200);
    expect(await nameOf()).toMatchObject({ fullName, requestedName: null });
    expect((await notices('laboratory'))[0].body).toContain('refused the name “The Only Laboratory”');
  });

  it('cannot change to one that was taken meanwhile', async () => {
    await rename('Twin Peaks Lab');
    expect((await add('TWIN PEAKS LAB', 'twin')).http).toBe(200);
    expect(Object.keys((await decide('approveName', 'Twin Peaks Lab')).errors)).toEqual(['fullName']);
    expect((await nameOf()).requestedName).toBe('Twin Peaks Lab');
    expect((await decide('approveName', 'x', server.ids.employee)).http).toBe(404);
  });

  it('cannot flood the admins with requests', async () => {
    const asked = [];
    for (let one = 0; one < 8; one++) asked.push((await rename(`Name ${one}`)).http);
    expect(asked).toContain(429);
  });
});

describe('laboratory of an appointment', () => {
  it('is set by id, and only to a laboratory', async () => {
    const { data } = await book({ labortary: 'Natera', laboratoryId: server.ids.laboratory2 });
    expect([data.laboratoryId, data.labortary]).toEqual([server.ids.laboratory2, RIVAL]);
    for (const id of [server.ids.employee, server.ids.admin, 'nobody'])
      expect(await book({ labortary: RIVAL, laboratoryId: id })).toMatchObject({
        http: 400,
        errors: { labortary: 'This laboratory does not exist.' },
      });
  });

  it('cannot be set by an ambiguous name', async () => {
    const { db } = server.services;
    const [first] = await db.selectFrom('accounts').selectAll().where('id', '=', server.ids.laboratory2).execute();
    if (!first) throw new Error('no laboratory');
    const double = { id: 'f'.repeat(24), email_key: 'double', username_key: 'double', name_key: null };
    await db
      .insertInto('accounts')
      .values({ ...first, ...double })
      .execute();
    expect((await book({ labortary: RIVAL })).errors.labortary).toMatch(/^Several laboratories have this name/);
    await db.deleteFrom('accounts').where('id', '=', double.id).execute();
  });
});

describe('older database', () => {
  it('keeps similar names, which belong to the oldest laboratory', async () => {
    const older = await serverForTest();
    const { db } = older.services;
    const names = ['West Lab', 'WEST LAB', 'Natera', 'West  Lab', 'East Lab'];
    await sql`drop index accounts_name`.execute(db);
    const columns = 'accounts.name_key accounts.requested_name notifications.resource notifications.record_id';
    for (const column of `${columns} reset_codes.network reset_codes.foreign_tries`.split(' '))
      await sql.raw(`alter table ${column.replace('.', ' drop column ')}`).execute(db);
    for (const [index, name] of names.entries())
      await sql`insert into accounts (id, role, email, email_key, username, username_key, full_name, created_at, deleted_at,
        password_hash, contact_number, address, gender, about, image, is_active, is_notification,
        job_role, department, shift_timing)
        select ${`lab${index}`}, role, ${name}, ${name}, ${name}, ${name}, ${name}, created_at + 1, null,
        password_hash, contact_number, address, gender, about, image, is_active, is_notification,
        job_role, department, shift_timing
        from accounts where id = ${older.ids.laboratory}`.execute(db);
    await sql`update accounts set deleted_at = 1, image = 'kept.png' where id = ${older.ids.employee2}`.execute(db);
    await accountSteps(db as never, (_, statements) =>
      runMigrationStep(db as never, older.services.store.kind, statements),
    );
    const rows = await db.selectFrom('accounts').selectAll().where('id', 'like', 'lab%').orderBy('id').execute();
    expect(rows.map(({ name_key }) => name_key)).toEqual([laboratoryKey('West Lab'), null, null, null, 'eastlab']);
    const gone = await db.selectFrom('accounts').selectAll().where('id', '=', older.ids.employee2).execute();
    expect(gone).toMatchObject([{ email: '', password_hash: '', image: null, full_name: 'Ben Basic' }]);
  });
});

describe('comparison of names', () => {
  it.each([
    ['Medlab', 'MEDLAB', true],
    ['Medlab', 'Medlаb', true],
    ['Medlab', 'rnedlab', true],
    ['Medlab', 'ᴍᴇᴅʟᴀʙ', true],
    ['Illinois Lab', 'lllinois Lab', true],
    ['Illinois Lab', 'ILLINOIS LAB', true],
    ['ΝΑΤΕRΑ', 'natera', true],
    ['Northside Lab', 'N0rt\u200bhsideLab.', true],
    ['West Lab', 'Wést Lab', true],
    ['West Lab', 'Ｗest Lab', true],
    ['北京', '北京 ', true],
    ['北京', '上海', false],
    ['West Lab', 'West Lab 2', false],
    ['East Lab', 'West Lab', false],
  ])('compares %j and %j: %s', (one, other, same) => {
    expect(laboratoryKey(one) === laboratoryKey(other)).toBe(same);
  });
});

describe('a laboratory that an earlier release gave a name of 2,000 characters', () => {
  const long = 'Long Lab '.repeat(250).slice(0, 2000);
  const giveName = (full_name: string) =>
    setRows(server, 'accounts', { full_name, name_key: laboratoryKey(full_name) }, { id: server.ids.laboratory });

  it('books visits, and admins book for it and find its visits', async () => {
    await giveName(long);
    const own = await visitsOf(server).add();
    const { http, data } = await book({ labortary: long });
    expect([http, data.labortary, data.laboratoryId]).toEqual([200, long, server.ids.laboratory]);
    const found = await server.as('admin', 'adminAppointments', { query: { page: 1, labortary: long } });
    expect(found.data.appointments.map((one: { _id: string }) => one._id).toSorted()).toEqual(
      [own, data._id].toSorted(),
    );
  });
});
