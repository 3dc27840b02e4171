import { sql } from 'kysely';
import { syncToConfigs } from 'portal-frame/internal/server';
import { beforeAll, expect, test } from 'vitest';
import { type Person, serverForAll, TIME_ZONE } from './harness.ts';
import { rebuildWords } from './rebuild.ts';
import { setRows } from './tables.ts';
import { visitsOf } from './visits.ts';

const server = serverForAll();
const ids: Record<string, string> = {};
beforeAll(async () => {
  const { add: added, assign } = visitsOf(server);
  const add = (who: 'laboratory' | 'laboratory2', patientName: string, values: object) =>
    added({ patientName, dateOfBirth: '', contactNumber: '', accountNumber: '', ...values }, who);
  const mei = { dateOfBirth: '1996-07-25', contactNumber: '(484) 555-0114', accountNumber: 'AC-77102' };
  ids.meiBefore = await add('laboratory', 'Mei Robinson', { ...mei, appointmentDateTime: '2020-01-02T09:00' });
  ids.mei = await add('laboratory', 'Mei Robinson', { ...mei, appointmentDateTime: '2031-01-02T09:00' });
  ids.otherMei = await add('laboratory', 'Mei Robinson', {
    dateOfBirth: '1941-05-06',
    email: 'Older.One@example.test',
  });
  ids.jose = await add('laboratory2', 'José García O’Neill', { contactNumber: '+34 612 345 678' });
  ids.lukasz = await add('laboratory', 'Łukasz Strauß', {});
  await assign(ids.jose);
});

const found = async (text: string, person: Person = 'admin') => {
  const { data } = await server.as(person, 'find', { body: { text } });
  return (data.appointments as { _id: string }[]).map(({ _id }) => Object.keys(ids).find((key) => ids[key] === _id));
};

test.each([
  ['robinson mei', ['mei', 'otherMei']],
  ['rob me', ['mei', 'otherMei']],
  ['mei robinson 1941', ['otherMei']],
  ['Robinson 7/25/1996', ['mei']],
  ['1996-07-25', ['mei']],
  ['25.07.1996', ['mei']],
  ['(484) 555-0114', ['mei']],
  ['+1 484 555 0114', ['mei']],
  ['555-0114', ['mei']],
  ['0114', ['mei']],
  ['ac-77102', ['mei']],
  ['garcia', ['jose']],
  ["o'neill jose", ['jose']],
  ['oneill', ['jose']],
  ['older.one@example.test', ['otherMei']],
  ['612345678', ['jose']],
  ['lukasz strauss', ['lukasz']],
  ['ŁUKASZ STRAUSS', ['lukasz']],
  ['łukasz strauß', ['lukasz']],
  ['obinson', []],
  ['mei garcia', []],
  ['"*', []],
  ['m', []],
])('"%s" finds %j', async (text, expected) => {
  expect((await found(text)).toSorted()).toEqual(expected.toSorted());
});

test('lists all matching visits on request, latest first', async () => {
  const { data } = await server.as('admin', 'find', { body: { text: 'robinson 1996-07-25', each: true } });
  expect(data.appointments.map(({ _id }: { _id: string }) => _id)).toEqual([ids.mei, ids.meiBefore]);
});

test('finds own records per role; only admins find employees and laboratories', async () => {
  expect(await found('robinson', 'laboratory')).toHaveLength(2);
  expect(await found('robinson', 'laboratory2')).toEqual([]);
  expect(await found('robinson', 'employee')).toEqual([]);
  expect(await found('garcia', 'employee')).toEqual(['jose']);
  expect(await found('garcia', 'employee2')).toEqual([]);
  // Patient and employee names in the text must not give access to records of others.
  expect(await found(`l${server.ids.laboratory}`, 'laboratory2')).toEqual([]);
  const all = async (person: Person) => (await server.as(person, 'find', { body: { text: 'emp' } })).data;
  expect((await all('admin')).employees.length).toBeGreaterThan(0);
  expect(await all('laboratory')).toMatchObject({ employees: [], laboratories: [] });
});

test('ranks starts of words before middles, and finds an employee by code', async () => {
  const { data } = await server.as('admin', 'find', { body: { text: 'EMP-007' } });
  expect(data.employees).toHaveLength(1);
});

test('finds patients with outdated search keys after the start', async () => {
  const { store, db, resources } = server.services;
  // Search keys of an older version.
  await setRows(server, 'appointments', { patient_key: 'łukasz strauß' }, { id: ids.lukasz });
  await sql`delete from x_made where id = 'folding'`.execute(db);
  expect(await found('lukasz')).toEqual([]);
  await syncToConfigs(store, { resources, zone: TIME_ZONE });
  expect(await found('lukasz strauss')).toEqual(['lukasz']);
});

test('stays up to date after reassigning, renaming, deleting and rebuilding', async () => {
  const { db } = server.services;
  const change = (values: object) => setRows(server, 'appointments', values, { id: ids.jose });
  await change({ employee_id: server.ids.employee2 });
  expect([await found('garcia', 'employee'), await found('garcia', 'employee2')]).toEqual([[], ['jose']]);
  await change({ patient_name: 'Pepe Ruiz', patient_key: 'pepe ruiz' });
  expect([await found('garcia'), await found('ruiz')]).toEqual([[], ['jose']]);
  await db.transaction().execute(rebuildWords);
  expect([await found('garcia'), await found('ruiz')]).toEqual([[], ['jose']]);
  await db
    .deleteFrom('appointments')
    .where('id', '=', ids.jose as string)
    .execute();
  expect(await found('ruiz')).toEqual([]);
});
