import fc from 'fast-check';
import { me, now, today, type Where } from 'portal-frame';
import { type MatchContext, matches } from 'portal-frame/internal';
import { findPage, getCollection, toRecordValues } from 'portal-frame/internal/records';
import { casesOf } from 'portal-frame/testing/size';
import { beforeAll, expect, test } from 'vitest';
import { Random } from '../../server/demo/demoRandom.ts';
import appointments from '../../src/resources/appointments.ts';
import employees from '../../src/resources/employees.ts';
import { serverForAll } from './harness.ts';
import { appointmentRows } from './manyAppointments.ts';

const server = serverForAll();
const MOMENTS = ['2026-03-08T04:59:59.999Z', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.000Z'];
const DAYS = ['2026-03-07', '2026-03-08', '2026-11-01'];
let records: Record<string, unknown>[];

beforeAll(async () => {
  const { db } = server.services;
  const rows = appointmentRows(server.ids, new Random(20_261_124), 40);
  const varied = rows.map((row, at) => ({
    ...row,
    scheduled_at: Date.parse(MOMENTS[at % 3] ?? ''),
    visit_state: ([null, 'started', 'done'] as const)[at % 3] ?? null,
    age: at % 4 === 0 ? null : at,
    cancel_reason: [null, 'Alamo 50%', 'alamo'][at % 3] ?? null,
  }));
  await db.insertInto('appointments').values(varied).execute();
  const collection = getCollection(server.services, 'appointments');
  const found = await db.selectFrom('appointments').selectAll().execute();
  records = found.map((row) => ({ ...toRecordValues(collection, row), id: row.id }));
});

const value = (field: string): fc.Arbitrary<unknown> => {
  const { employee, employee2, laboratory } = server.ids;
  const values: Record<string, readonly unknown[]> = {
    ...{ status: ['Pending', 'Completed'], priorityLevel: ['High', 'Normal'], visitState: ['done', 'started'] },
    ...{ employee: [employee, employee2, laboratory, me], laboratory: ['Northside Lab', 'Natera', '*'] },
    ...{ fees: [0, 12.5, 100], age: [0, 5, 39], appointmentDateTime: [...MOMENTS, ...DAYS, today, now] },
    ...{
      cancelReason: ['ALAMO', 'Alamo', 'la', '%'],
      patientName: ['PATIENT 1', 'patient', '1'],
      id: records.slice(0, 3).map(({ id }) => id),
    },
    ...{ 'employee.fullName': ['BEN', 'zo', 'basic'], 'employee.isActive': [true, false], createdAt: MOMENTS },
  };
  return fc.constantFrom(...(values[field] ?? []));
};
const ORDERED = ['fees', 'age', 'appointmentDateTime', 'createdAt'];
const TEXTS = ['cancelReason', 'patientName', 'employee.fullName'];
const FIELDS = ['status', 'priorityLevel', 'visitState', 'employee', 'laboratory', 'employee.isActive', 'id'];

const comparison = fc.constantFrom(...FIELDS, ...ORDERED, ...TEXTS).chain((field) => {
  const one = value(field);
  const list = fc.array(fc.option(one, { freq: 4 }), { minLength: 1, maxLength: 3 });
  const operand: fc.Arbitrary<unknown>[] = [
    ...[one, fc.constant(null), list, fc.record({ not: fc.option(one, { freq: 4 }) }), fc.record({ notIn: list })],
    fc.record({ exists: fc.boolean() }),
    ...(ORDERED.includes(field) ? ['gt', 'gte', 'lt', 'lte'] : []).map((operator) => fc.record({ [operator]: one })),
    ...(TEXTS.includes(field) ? ['contains', 'startsWith'] : []).map((operator) => fc.record({ [operator]: one })),
  ];
  return fc.oneof(...operand).map((given) => ({ [field]: given }) as Where);
});
const joined = fc.oneof(
  { weight: 3, arbitrary: comparison },
  fc.array(comparison, { maxLength: 3 }).map((and): Where => ({ and })),
  fc.array(comparison, { maxLength: 3 }).map((or): Where => ({ or })),
  comparison.map((not): Where => ({ not })),
);

test.each(['admin', 'employee'] as const)(
  'returns from SQL what `matches` accepts on an existing table, as %s',
  async (person) => {
    const accounts = await server.services.db
      .selectFrom('accounts')
      .selectAll()
      .where('role', '=', 'employee')
      .execute();
    const account = { id: server.ids[person], role: person } as Parameters<typeof findPage>[0]['account'];
    const reading = { services: server.services, collection: getCollection(server.services, 'appointments'), account };
    const context: MatchContext = {
      ...{ me: account.id, timeZone: server.config.timeZone, fields: appointments.fields },
      today: new Intl.DateTimeFormat('sv', { timeZone: server.config.timeZone }).format(new Date()),
      now: new Date().toISOString(),
      getFields: (name) => (name === 'employees' ? employees.fields : undefined),
      readReference: (_, id) => {
        const found = accounts.find((one) => one.id === id);
        return found ? { fullName: found.full_name, isActive: found.is_active === 1 } : null;
      },
    };
    const expectedOf = (where: Where) =>
      records
        .filter((one) => (person === 'admin' || one.employee === account.id) && matches(where, one, context))
        .map(({ id }) => id as string)
        .toSorted();
    await fc.assert(
      fc.asyncProperty(joined, async (where) => {
        const asked = person === 'admin' ? where : (JSON.parse(JSON.stringify(where)) as Where);
        const { rows, total } = await findPage(reading, { where: asked, page: 1, perPage: 999 });
        const ids = expectedOf(where);
        expect([rows.map(({ id }) => id).toSorted(), total]).toEqual([ids, ids.length]);
      }),
      casesOf(100, 400),
    );
  },
);
