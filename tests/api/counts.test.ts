import type { Where } from 'portal-frame';
import { countRows } from 'portal-frame/internal/records';
import { describe, expect, test } from 'vitest';
import { Random } from '../../server/demo/demoRandom.ts';
import { type Owner, ownedBy } from '../../server/store/appointments.ts';
import { figuresOf } from '../../server/store/dashboards.ts';
import type { AppointmentRow } from '../../server/store/schema.ts';
import { APPOINTMENT_STATUSES, PRIORITIES } from '../../src/wire/choices.ts';
import { serverForAll } from './harness.ts';
import { appointmentRows } from './manyAppointments.ts';
import { recount } from './rebuild.ts';
import { setRows } from './tables.ts';
import { visitsOf } from './visits.ts';

const server = serverForAll();

const { assign, setStatus } = visitsOf(server);
const random = new Random(20_260_401);
const db = () => server.services.db;
const pickOne = async () => {
  const rows = await db().selectFrom('appointments').selectAll().orderBy('id').execute();
  return random.pick(rows);
};

interface Filter {
  owner: Owner | undefined;
  archived: boolean;
  status: string | undefined;
  priority: string | undefined;
  laboratory: string | undefined;
  employeeId: string | undefined;
  assigned: boolean | undefined;
  tracking: boolean | undefined;
}

/** How many the counts say there are. */
function counted({ owner, archived, ...filter }: Filter): Promise<number> {
  const given = (field: string, operator: string, value: unknown): Where =>
    value === undefined ? {} : { [field]: { [operator]: value } };
  const where: Where = {
    and: [
      given('status', 'equals', filter.status),
      given('priorityLevel', 'equals', filter.priority),
      given('laboratory', 'equals', filter.laboratory || undefined),
      given('employee', 'equals', filter.employeeId),
      given('employee', 'exists', filter.assigned),
      given('trackingImage', 'exists', filter.tracking),
    ],
  };
  const resource = archived ? 'archive' : 'appointments';
  return countRows(server.services, resource, { where: { and: [ownedBy(owner), where] }, me: owner?.id });
}

/** Applies the filter in JavaScript. */
function admits({ owner, ...filter }: Filter, row: AppointmentRow): boolean {
  if (owner && row[owner.column] !== owner.id) return false;
  if (filter.archived && row.status === 'Pending') return false;
  if (filter.status && row.status !== filter.status) return false;
  if (filter.priority && row.priority !== filter.priority) return false;
  if (filter.laboratory && row.laboratory !== filter.laboratory) return false;
  if (filter.employeeId !== undefined && row.employee_id !== filter.employeeId) return false;
  if (filter.assigned !== undefined && (row.employee_id !== null) !== filter.assigned) return false;
  return filter.tracking === undefined || (row.tracking_image !== null) === filter.tracking;
}

const maybe = <T>(...values: T[]): T | undefined => (random.chance(0.5) ? undefined : random.pick(values));
function someFilter(): Filter {
  const { employee, employee2, laboratory, laboratory2 } = server.ids;
  return {
    owner: maybe<Owner>({ column: 'employee_id', id: employee }, { column: 'laboratory_id', id: laboratory }),
    archived: random.chance(0.3),
    status: maybe(...APPOINTMENT_STATUSES),
    priority: maybe(...PRIORITIES),
    laboratory: maybe('Northside Lab', 'Natera', '*', '-', ''),
    employeeId: maybe(employee, employee2, laboratory2, ''),
    assigned: maybe(true, false),
    tracking: maybe(true, false),
  };
}

async function expectCountsToHold(): Promise<void> {
  const rows = await db().selectFrom('appointments').selectAll().execute();
  for (let tries = 0; tries < 60; tries++) {
    const filter = someFilter();
    const expected = rows.filter((row) => admits(filter, row)).length;
    expect([filter, await counted(filter)]).toEqual([filter, expected]);
  }
  const mine = rows.filter(({ laboratory_id: id }) => id === server.ids.laboratory);
  expect(await figuresOf(db(), { column: 'laboratory_id', id: server.ids.laboratory })).toEqual({
    total: mine.length,
    pending: mine.filter(({ status }) => status === 'Pending').length,
    earnedCents: mine.reduce((sum, row) => sum + (row.status === 'Completed' ? (row.fees_cents ?? 0) : 0), 0),
  });
}

/** Every way that appointments change, and some that nothing takes today. */
const writes: Record<string, () => Promise<unknown>> = {
  create: () =>
    db()
      .insertInto('appointments')
      .values(appointmentRows(server.ids, random, 5))
      .execute(),
  createAndUndo: () =>
    db()
      .transaction()
      .execute(async (transaction) => {
        await transaction
          .insertInto('appointments')
          .values(appointmentRows(server.ids, random, 3))
          .execute();
        throw new Error('undone');
      })
      .catch(() => undefined),
  setStatus: async () => {
    const { id } = await pickOne();
    await setStatus(id, random.pick(APPOINTMENT_STATUSES));
  },
  assign: async () => {
    const { id } = await pickOne();
    await assign(id);
  },
  track: async () => {
    const { id } = await pickOne();
    await setRows(server, 'appointments', { tracking_image: 'a.jpg' }, { id });
  },
  change: () => {
    const fees = { fees_cents: random.int(1, 9000), instructions: 'changed' };
    const employee_id = maybe(server.ids.employee2) ?? null;
    return setRows(server, 'appointments', { ...fees, employee_id }, { priority: random.pick(PRIORITIES) });
  },
  rename: () => {
    const laboratory = random.pick(['Northside Lab', '*', 'Eastside Lab']);
    return setRows(server, 'appointments', { laboratory }, { laboratory_id: server.ids.laboratory });
  },
  remove: async () => {
    const { id } = await pickOne();
    await db().deleteFrom('transactions').where('appointment_id', '=', id).execute();
    await db().deleteFrom('appointments').where('id', '=', id).execute();
  },
};

describe('stored counts', () => {
  test('equal the records after any writes', async () => {
    await writes.create?.();
    for (let round = 0; round < 12; round++) {
      for (let step = 0; step < 8; step++) await writes[random.pick(Object.keys(writes))]?.();
      await expectCountsToHold();
    }
  });

  test('stay right under concurrent writes', async () => {
    const rows = await db().selectFrom('appointments').select('id').execute();
    await Promise.all(rows.flatMap(({ id }) => APPOINTMENT_STATUSES.map((status) => setStatus(id, status))));
    await expectCountsToHold();
  });

  test('are rebuilt after writes that bypassed triggers', async () => {
    await db().deleteFrom('appointment_counts').execute();
    await db().transaction().execute(recount);
    await expectCountsToHold();
  });
});
