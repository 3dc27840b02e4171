import { describe, expect, it } from 'vitest';
import { PEOPLE, serverForAll } from '../../../tests/api/harness.ts';
import { planConfigs } from '../../../tests/api/planConfigs.ts';
import { clientOf, enterOn } from '../../../tests/api/supplies.ts';
import { readTrail } from '../../../tests/api/trail.ts';
import { visitsOf } from '../../../tests/api/visits.ts';
import { loadPlanRules } from '../server/loadPlanRules.ts';

const server = serverForAll({ VISIT_MINUTES: '30' }, planConfigs);
const { add, assign, book, change } = visitsOf(server);
const enter = enterOn(server);
const overridesOf = async (id: string) =>
  (await clientOf(server, 'admin', 'planOverrides').list({ filter: { appointment: id } })).body;

describe('booking against the rules', () => {
  it('needs confirmation with the reasons, and stores them (spec 33.1)', async () => {
    const id = await add({ appointmentDateTime: '2032-07-05T09:00', address: '1 Elm St, Philadelphia, PA 19107' });
    const { employee } = server.ids;
    const requested = { from: '2032-07-05', to: '2032-07-09' };
    const { body: off } = await clientOf(server, 'employee', 'timeOff').create(requested as never);
    // Nobody has approved it yet.
    await assign(id);
    await change(id, { employeeId: '' });
    await clientOf(server, 'admin', 'timeOff').send('POST', `/${off.id}/approve`, {});
    const asked = await assign(id);
    expect([asked.http, asked.data.overlap, asked.message]).toEqual([
      409,
      true,
      'The employee has time off: Jul 5 – 9, 2032.',
    ]);
    expect(await overridesOf(id)).toEqual([]);
    expect((await assign(id, 'employee', { confirmed: true })).http).toBe(200);
    const [override] = await overridesOf(id);
    expect(override).toMatchObject({ employee, reasons: asked.message });
    expect(await readTrail(server, { record_id: override.id })).toMatchObject([
      { deed: 'create', resource: 'planOverrides' },
    ]);
  });

  it('leaves a confirmed reason out of the conflicts and the plan, and shows a new one', async () => {
    const day = '2032-07-26';
    const board = async () =>
      (await server.as('admin', 'planConflicts', { query: { from: day, to: day } })).data.visits;
    const planned = async () => (await server.as('admin', 'proposePlan', { body: { day } })).data.employees[0].visits;
    await enter('closedDays', { name: 'Works', date: day });
    const id = await add({ appointmentDateTime: `${day}T09:00`, address: '1 Elm St, Philadelphia, PA 19107' });
    expect((await assign(id, 'employee', { confirmed: true })).http).toBe(200);
    expect(await overridesOf(id)).toMatchObject([{ at: expect.stringMatching(day) }]);
    expect(await board()).toEqual([]);
    const skill = await enter('skills', { name: 'Infants', forEveryVisit: false });
    await enter('visitNeeds', { appointment: id, pinned: true, skills: [skill.id] });
    expect(await board()).toMatchObject([{ _id: id, reasons: [{ code: 'skill' }] }]);
    expect(await planned()).toMatchObject([{ _id: id, against: [{ code: 'skill' }] }]);
  });

  it('needs confirmation on a change, and keeps the given reason', async () => {
    await enter('closedDays', { name: 'Picnic', date: '2032-08-02' });
    const id = await add({ appointmentDateTime: '2032-08-03T09:00' });
    await assign(id);
    const asked = await change(id, { appointmentDateTime: '2032-08-02T09:00' });
    expect([asked.http, asked.errors]).toEqual([409, { appointmentDateTime: 'This day is a holiday: Picnic.' }]);
    const overrideReason = 'The patient travels on Tuesday';
    const moved = await change(id, { appointmentDateTime: '2032-08-02T09:00', confirmed: true, overrideReason });
    expect(moved.http).toBe(200);
    expect(await overridesOf(id)).toMatchObject([{ note: overrideReason, reasons: asked.message }]);
    const booked = await book({ appointmentDateTime: '2032-08-02T15:00' });
    expect([booked.http, booked.data.overlap]).toEqual([409, true]);
  });

  it('names the changed field: the time of a move, the employee of an assignment (spec 33.10)', async () => {
    const id = await add({ appointmentDateTime: '2032-07-12T09:00' });
    const late = await add({ appointmentDateTime: '2032-07-12T11:00' });
    for (const one of [id, late]) await assign(one);
    const moved = await change(id, { appointmentDateTime: '2032-07-12T11:10' });
    expect([moved.http, Object.keys(moved.errors)]).toEqual([409, ['appointmentDateTime']]);
    const other = await add({ appointmentDateTime: '2032-07-12T11:10' });
    const assigned = await assign(other);
    expect([assigned.http, Object.keys(assigned.errors)]).toEqual([409, ['employeeId']]);
    await server.as('admin', 'updateAppointment', { params: { id: late }, body: { status: 'Completed' } });
    const over = await change(late, { appointmentDateTime: '2032-07-12T15:00' });
    expect([over.http, Object.keys(over.errors)]).toEqual([409, ['appointmentDateTime']]);
  });

  it('counts the reasons of many visits', async () => {
    const ids = [];
    for (const hour of ['09', '10', '11']) ids.push(await add({ appointmentDateTime: `2032-07-06T${hour}:00` }));
    const appointments = ids.map((_id) => ({ _id, employeeId: server.ids.employee }));
    const asked = await server.as('admin', 'assignMany', { body: { appointments } });
    expect([asked.http, asked.message]).toEqual([409, 'During time off: 3.']);
    const other = appointments.map(({ _id }) => ({ _id, employeeId: server.ids.employee2 }));
    expect((await server.as('admin', 'assignMany', { body: { appointments: other } })).data.changed).toHaveLength(3);
  });

  it('keeps one reason for many visits, and ignores deleted rules', async () => {
    const ids = [];
    for (const hour of ['09', '10']) ids.push(await add({ appointmentDateTime: `2032-07-07T${hour}:00` }));
    const appointments = ids.map((_id) => ({ _id, employeeId: server.ids.employee }));
    const overrideReason = 'Nobody else is left';
    const body = { appointments, confirmed: true, overrideReason };
    expect((await server.as('admin', 'assignMany', { body })).data.changed).toHaveLength(2);
    for (const id of ids) expect(await overridesOf(id)).toMatchObject([{ note: overrideReason }]);
    const closed = await enter('closedDays', { name: 'Flood', date: '2032-08-09' });
    const id = await add({ appointmentDateTime: '2032-08-09T09:00' });
    expect((await assign(id)).message).toBe('This day is a holiday: Flood.');
    await clientOf(server, 'admin', 'closedDays').send('DELETE', `/${closed.id}`);
    expect((await assign(id)).http).toBe(200);
  });

  it('shows its reasons before an employee is chosen, and on the board', async () => {
    const at = '2032-07-08T09:00';
    const { employee, employee2 } = server.ids;
    const zone = await enter('zones', { name: 'West', zips: '194', speed: 30 });
    const rule = await enter('workRules', { employee: employee2, zones: [zone.id] });
    const query = { at, zip: '19107', laboratory: 'Natera' };
    const { data } = await server.as('admin', 'availability', { body: query });
    const reasonsOf = (id: string) => data.find(({ _id }: { _id: string }) => _id === id).reasons;
    expect(reasonsOf(employee)).toMatchObject([{ code: 'timeOff', visits: 1 }]);
    expect(reasonsOf(employee2)).toEqual([{ code: 'zone', parameters: { zip: '19107' }, visits: 1 }]);
    const id = await add({ appointmentDateTime: at, address: '1 Elm St, Town, PA 19428' });
    expect((await assign(id, 'employee2')).http).toBe(200);
    const board = async (from: string, to = from) =>
      (await server.as('admin', 'planConflicts', { query: { from, to } })).data;
    expect((await board('2032-07-08')).visits).toEqual([]);
    await clientOf(server, 'admin', 'zones').update(zone.id, { zips: '080' });
    const marked = await board('2032-07-08');
    expect(marked.visits).toEqual([{ _id: id, reasons: [{ code: 'zone', parameters: { zip: '19428' } }] }]);
    expect(marked.employees).toMatchObject([{ _id: employee, reasons: [{ code: 'timeOff' }] }]);
    expect((await server.as('admin', 'planConflicts', { query: { from: '2032-07-08', to: '2033-07-08' } })).http).toBe(
      400,
    );
    await clientOf(server, 'admin', 'workRules').send('DELETE', `/${rule.id}`);
  });

  it('hides other people’s rules from an employee, who asks for time off (spec 33.2)', async () => {
    const own = clientOf(server, 'employee', 'timeOff');
    expect((await own.list()).body).toHaveLength(1);
    const { http, body } = await own.create({ from: '2032-09-06', to: '2032-09-10', reason: 'Wedding' } as never);
    expect([http, body.state, body.employee]).toEqual([201, 'requested', server.ids.employee]);
    expect((await clientOf(server, 'employee2', 'timeOff').list()).body).toEqual([]);
    expect((await own.send('POST', `/${body.id}/approve`, {})).http).toBe(403);
    expect((await clientOf(server, 'laboratory', 'shifts').list()).http).toBe(403);
  });
});

it('lists the visits that a change of days, people or rules touches, until somebody can make them', async () => {
  const { employee, employee2 } = server.ids;
  let against: string[][] = [];
  const open = async () => {
    const { data } = await server.as('admin', 'adminAppointments', { query: { tab: 'conflicts' } });
    expect((await server.as('admin', 'appointmentCounts')).data.conflicts).toBe(data.total);
    expect((await server.as('admin', 'overview')).data.conflicts).toBe(data.total);
    against = data.appointments.map((one: { against: { code: string }[] }) => one.against.map(({ code }) => code));
    return data.appointments.map(({ _id }: { _id: string }) => _id);
  };
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  const before = await open();
  const id = await add({ appointmentDateTime: `${day}T12:00` });
  await assign(id);
  expect(await open()).toEqual(before);
  const off = await enter('timeOff', { employee, from: day, to: day });
  expect(await open()).toEqual([...before, id]);
  expect(against.at(-1)).toEqual(['timeOff']);
  const unassigned = async () => {
    const { data } = await server.as('admin', 'adminAppointments', { query: { tab: 'unassigned', dateAndTime: day } });
    return data.appointments.map(({ _id, lastEmployee }: { _id: string; lastEmployee: unknown }) => [
      _id,
      lastEmployee,
    ]);
  };
  expect((await change(id, { employeeId: '' })).http).toBe(200);
  expect(await unassigned()).toEqual([[id, { fullName: PEOPLE.employee.fullName, absent: true }]]);
  await clientOf(server, 'admin', 'timeOff').send('DELETE', `/${off.id}`);
  expect(await unassigned()).toMatchObject([[id, { absent: false }]]);
  await assign(id);
  expect(await open()).toEqual(before);
  const activate = (is_active: number) =>
    server.services.db.updateTable('accounts').set({ is_active }).where('id', '=', employee).execute();
  await activate(0);
  expect(await open()).toEqual([...before, id]);
  expect((await change(id, { employeeId: employee2 })).http).toBe(200);
  await activate(1);
  expect(await open()).toEqual(before);
  await enter('shifts', {
    employee: employee2,
    from: day,
    to: day,
    week: [{ day: 'Monday', start: '01:00', end: '02:00' }],
  });
  expect(await open()).toEqual([...before, id]);
});

it('reloads the laboratories only after one has changed', async () => {
  const read = async () => (await loadPlanRules(server.services)).laboratories;
  const before = await read();
  expect(await read()).toBe(before);
  const { laboratory } = server.ids;
  const address = '5 Fayette St, Conshohocken, PA 19428';
  await server.services.db.updateTable('accounts').set({ address }).where('id', '=', laboratory).execute();
  expect((await read()).get(laboratory)?.zip).toBe('19428');
});
