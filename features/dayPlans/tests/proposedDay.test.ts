import { getToday } from 'portal-frame/server';
import { describe, expect, it } from 'vitest';
import { serverForAll, TIME_ZONE } from '../../../tests/api/harness.ts';
import { planConfigs } from '../../../tests/api/planConfigs.ts';
import { clientOf, enterOn } from '../../../tests/api/supplies.ts';
import { readTrail } from '../../../tests/api/trail.ts';
import { visitsOf } from '../../../tests/api/visits.ts';

const server = serverForAll({ VISIT_MINUTES: '30' }, planConfigs);
const { add, assign } = visitsOf(server);
const enter = enterOn(server);
const propose = async (day: string, visits?: string[]) => {
  const { http, data } = await server.as('admin', 'proposePlan', { body: { day, ...(visits && { visits }) } });
  expect(http).toBe(200);
  return data;
};
type Proposed = { _id: string; version: number; at: string };
const routesOf = (data: { employees: { _id: string; visits: Proposed[] }[] }) =>
  Object.fromEntries(data.employees.map(({ _id, visits }) => [_id, visits.map((one) => one._id)]));
const at = (day: string, time: string, zip: string) => ({
  ...{ appointmentDateTime: `${day}T${time}`, address: `1 Elm St, Town, PA ${zip}` },
});

describe('plan of a day', () => {
  it('proposes a free employee for every visit, with driving times, and changes nothing', async () => {
    const day = '2033-05-02';
    const ids = [];
    for (const [time, zip] of [
      ['09:00', '19107'],
      ['09:00', '19428'],
      ['10:00', '19107'],
      ['10:00', '19428'],
    ] as const)
      ids.push(await add(at(day, time, zip)));
    const data = await propose(day);
    expect(data.unassigned).toEqual([]);
    const routes: string[][] = Object.values(routesOf(data));
    expect(routes.toSorted()).toEqual(
      [
        [ids[0], ids[2]],
        [ids[1], ids[3]],
      ].toSorted(),
    );
    expect([data.now, data.proposed]).toEqual([
      { travel: 0, unassigned: 4 },
      { travel: 10, unassigned: 0 },
    ]);
    expect((await propose(day)).now.unassigned).toBe(4);
  });

  it('keeps pinned and unchosen visits, and names visits that fit nobody', async () => {
    const day = '2033-05-03';
    const { employee, employee2 } = server.ids;
    const pinned = await add(at(day, '09:00', '19107'));
    await assign(pinned);
    await enter('visitNeeds', { appointment: pinned, pinned: true, skills: [] });
    const [second, third] = [await add(at(day, '09:00', '19107')), await add(at(day, '09:00', '19107'))];
    const data = await propose(day);
    expect(routesOf(data)[employee]).toEqual([pinned]);
    expect(routesOf(data)[employee2]).toHaveLength(1);
    expect(data.unassigned).toMatchObject([{ reasons: [{ code: 'overlap', employees: 2 }] }]);
    const chosen = await propose(day, [third]);
    expect(routesOf(chosen)).toEqual({ [employee]: [pinned], [employee2]: [third] });
    expect(second).toBeDefined();
  });

  it('gives the visits of a sick employee to others, inside the patient’s window', async () => {
    const day = '2033-05-04';
    const { employee, employee2 } = server.ids;
    const ids = [await add(at(day, '09:00', '19107')), await add(at(day, '09:15', '19107'))];
    await assign(ids[0] as string);
    await assign(ids[1] as string, 'employee2');
    await enter('visitNeeds', {
      ...{ appointment: ids[0], skills: [], pinned: false },
      ...{ earliest: `${day}T12:00:00.000Z`, latest: `${day}T15:00:00.000Z` },
    });
    await enter('timeOff', { employee, from: day, to: day });
    const data = await propose(day);
    expect(data.unassigned).toEqual([]);
    expect(routesOf(data)[employee]).toBeUndefined();
    const moved = data.employees[0].visits.find(({ _id }: Proposed) => _id === ids[0]);
    expect(moved.employeeId).toBe(employee);
    const accepted = await server.as('admin', 'acceptPlan', {
      body: {
        visits: [{ _id: moved._id, employeeId: employee2, appointmentDateTime: moved.at, version: moved.version }],
      },
    });
    expect([accepted.http, accepted.data.left, accepted.data.changed]).toMatchObject([200, [], [{ _id: moved._id }]]);
    const [{ version }] = accepted.data.changed;
    const undone = await server.as('admin', 'acceptPlan', {
      body: {
        visits: [{ _id: moved._id, employeeId: employee, appointmentDateTime: moved.before, version }],
        confirmed: true,
      },
    });
    expect(undone.data.changed).toHaveLength(1);
    expect((await propose(day, [])).employees).toHaveLength(2);
  });

  it('leaves out an absent employee, and enters the day off on acceptance', async () => {
    const day = '2033-05-09';
    const { employee, employee2 } = server.ids;
    const id = await add(at(day, '09:00', '19107'));
    await assign(id);
    const body = { day, absent: [employee] };
    const { data } = await server.as('admin', 'proposePlan', { body });
    expect(routesOf(data)).toEqual({ [employee2]: [id] });
    const [{ version }] = data.employees[0].visits;
    const visits = [{ _id: id, employeeId: employee2, version }];
    const accepted = await server.as('admin', 'acceptPlan', { body: { visits, absence: body } });
    expect([accepted.http, accepted.data.left, accepted.data.timeOff.length]).toEqual([200, [], 1]);
    const [timeOff] = accepted.data.timeOff;
    const off = await clientOf(server, 'admin', 'timeOff').list({ filter: { id: timeOff } });
    expect(off.body).toMatchObject([{ employee, from: day, to: day, state: 'approved' }]);
    expect(await readTrail(server, { record_id: timeOff })).toMatchObject([{ deed: 'create', resource: 'timeOff' }]);
    expect((await propose(day)).employees.map(({ _id }: { _id: string }) => _id)).toEqual([employee2]);
  });

  it('enters an absence once for two clicks, and asks about a visit pinned since', async () => {
    const day = '2033-05-10';
    const { employee, employee2 } = server.ids;
    const id = await add(at(day, '09:00', '19107'));
    await assign(id);
    const { data } = await server.as('admin', 'proposePlan', { body: { day, absent: [employee] } });
    const [{ version }] = data.employees[0].visits;
    await enter('visitNeeds', { appointment: id, pinned: true, skills: [] });
    const visits = [{ _id: id, employeeId: employee2, version }];
    const accept = (more: object) => server.as('admin', 'acceptPlan', { body: { visits, ...more } });
    const refused = await accept({});
    expect([refused.http, refused.message]).toEqual([409, 'Pinned visits: 1.']);
    const absence = { day, absent: [employee] };
    const both = await Promise.all([accept({ absence }), accept({ absence })]);
    expect(both.map(({ http }) => http)).toEqual([200, 200]);
    expect(both.map(({ data: { changed, timeOff } }) => changed.length + timeOff.length).toSorted()).toEqual([0, 2]);
  });

  it('plans by the hours of the profiles, without the office and without unknown hours', async () => {
    const day = '2033-05-18';
    const { employee, employee2 } = server.ids;
    const profile = (id: string, own: object) =>
      server.services.db.updateTable('accounts').set(own).where('id', '=', id).execute();
    await profile(employee, { shift_timing: 'Night (12AM - 8AM)' });
    await profile(employee2, { department: 'Admin' });
    const [early, late] = [await add(at(day, '06:00', '19107')), await add(at(day, '09:00', '19107'))];
    const data = await propose(day);
    expect(routesOf(data)).toEqual({ [employee]: [early] });
    const codes = data.unassigned.flatMap(({ reasons }: { reasons: { code: string }[] }) => reasons);
    expect(codes.map(({ code }: { code: string }) => code).toSorted()).toEqual(['notDrawing', 'shift']);
    // The night is free, but no time at which patients are visited.
    expect(data.unassigned).toMatchObject([{ _id: late, ways: [{ employeeId: employee, without: 'shift' }] }]);
    await profile(employee, { shift_timing: 'Custom' });
    const { unplanned } = await propose(day);
    expect(unplanned.map((one: { reason: { code: string } }) => one.reason.code).toSorted()).toEqual([
      'noHours',
      'notDrawing',
    ]);
    // A dispatcher may choose them: nobody is asked.
    expect((await assign(late as string)).http).toBe(200);
    const { data: chosen } = await server.as('admin', 'proposePlan', { body: { day, included: [employee2] } });
    expect(routesOf(chosen)).toEqual({ [employee]: [late], [employee2]: [early] });
    await profile(employee, { shift_timing: 'Always (12AM - 11:59PM)' });
    await profile(employee2, { department: '' });
  });

  it('leaves no visit with an absent employee, also if nobody can make it or the plan changes nothing', async () => {
    const day = '2033-05-20';
    const { employee, employee2 } = server.ids;
    await enter('timeOff', { employee: employee2, from: day, to: day });
    const ids = [await add(at(day, '09:00', '19107')), await add(at(day, '10:00', '19107'))];
    for (const id of ids) await assign(id);
    const absence = { day, absent: [employee] };
    const { data } = await server.as('admin', 'proposePlan', { body: absence });
    expect(data.unassigned.map(({ _id }: Proposed) => _id)).toEqual(ids);
    expect(data.unassigned[0].ways.map((way: { at: string }) => way.at.slice(0, 10))).toEqual(['2033-05-21']);
    const sent = { _id: ids[0], employeeId: '', version: data.unassigned[0].version };
    const accepted = await server.as('admin', 'acceptPlan', { body: { visits: [sent], absence } });
    expect(accepted.data.changed.map(({ _id }: Proposed) => _id)).toEqual(ids);
    expect(accepted.data).toMatchObject({
      also: [{ _id: ids[1], employeeId: employee }],
      timeOff: [expect.any(String)],
    });
    const nothing = await server.as('admin', 'acceptPlan', { body: { visits: [], absence } });
    expect([nothing.http, nothing.data]).toEqual([200, { changed: [], left: [], timeOff: [], also: [] }]);
  });

  it('names a started visit that stays with an absent employee, and no conflict of one reported done', async () => {
    const day = '2033-05-23';
    const { employee } = server.ids;
    const [started, done] = [await add(at(day, '09:00', '19107')), await add(at(day, '11:00', '19107'))];
    for (const id of [started, done]) await assign(id);
    const setState = (id: string, visit_state: 'started' | 'done') =>
      server.services.db.updateTable('appointments').set({ visit_state }).where('id', '=', id).execute();
    await setState(started, 'started');
    await setState(done, 'done');
    const absence = { day, absent: [employee] };
    const { data } = await server.as('admin', 'proposePlan', { body: absence });
    expect(data.employees).toMatchObject([
      {
        _id: employee,
        visits: [
          { _id: started, against: [{ code: 'timeOff' }], ways: [] },
          { _id: done, against: [] },
        ],
      },
    ]);
    await server.as('admin', 'acceptPlan', { body: { visits: [], absence } });
    const board = await server.as('admin', 'planConflicts', { query: { from: day, to: day } });
    expect(board.data.visits.map(({ _id }: Proposed) => _id)).toEqual([started]);
  });

  it('moves no visit of today to a past time', async () => {
    const now = Date.now();
    const [soon, earliest, latest] = [5, -180, 60].map((minutes) => new Date(now + minutes * 60_000).toISOString());
    const id = await add({ appointmentDateTime: soon, address: '1 Elm St, PA 19107' });
    await enter('visitNeeds', { appointment: id, skills: [], pinned: false, earliest, latest });
    const { employees, unassigned } = await propose(getToday(TIME_ZONE, Date.parse(soon as string)));
    const times = [...employees.flatMap(({ visits }: { visits: Proposed[] }) => visits), ...unassigned];
    expect(times.map((one: Proposed) => Date.parse(one.at) >= now)).toEqual([true]);
  });
});
