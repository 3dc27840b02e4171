import { getColumn, toCollectionDb } from 'portal-frame/server/database';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { hasPlugin, type Person, serverForAll } from '../../../tests/api/harness.ts';
import { withOrders } from '../../../tests/api/orderConfigs.ts';
import { VISIT } from '../../../tests/api/samples.ts';
import { clientOf, enterOn } from '../../../tests/api/supplies.ts';
import { versionsOf } from '../../../tests/api/tables.ts';
import { trailOf } from '../../../tests/api/trail.ts';
import { visitsOf } from '../../../tests/api/visits.ts';
import failedDraws from '../../runSheet/resources/failedDraws.ts';
import visitTimes from '../../runSheet/resources/visitTimes.ts';
import { findOrderCollections } from '../server/orderCollections.ts';

const server = serverForAll({}, withOrders(failedDraws, visitTimes));
const made: Record<string, string> = {};
const add = async (resource: string, values: object): Promise<string> => (await enterOn(server)(resource, values)).id;
beforeAll(async () => {
  const kind = { cap: 'gold', additive: 'Gel', volume: 5 };
  for (const [drawOrder, name] of ['citrate', 'serum', 'edta'].entries())
    made[name] = await add('tubeKinds', { ...kind, name, drawOrder: drawOrder + 1 });
  for (const name of ['citrate', 'serum', 'edta'])
    made[`${name} test`] = await add('tests', { name: `${name} test`, tubeKind: made[name], volume: 1 });
});

const visits = visitsOf(server);
let labels = 0;
/** Creates received tubes of one order of the first laboratory. */
const received = (...kinds: string[]) => receivedBy('R-77', kinds);
async function receivedBy(requisition: string, kinds: string[]) {
  const visit = await visits.add({ fees: 80, specialInstructions: 'Ring twice' });
  await visits.assign(visit);
  const asked = kinds.map((kind) => made[`${kind} test`]);
  const order = await add('testOrders', { appointment: visit, requisition, orderedBy: 'Dr. Osei', tests: asked });
  const tubes: string[] = [];
  for (const kind of kinds) {
    const label = `RD-${1000 + ++labels}`;
    const drawn = { drawnAt: VISIT_AT, drawnBy: server.ids.employee };
    tubes.push(await add('drawnTubes', { label, testOrder: order, tubeKind: made[kind], ...drawn }));
  }
  await setState(tubes, 'received');
  return { order, visit, tubes };
}
const VISIT_AT = '2026-05-04T13:00:00.000Z';

/** Sets states that only a hand-over can set. */
async function setState(ids: string[], state: string) {
  const places = findOrderCollections(server.services);
  if (!places) throw new Error('no orders');
  const { table } = places.drawnTubes;
  const value = { [getColumn(places.drawnTubes, 'state')]: state };
  await toCollectionDb(server.services.db).updateTable(table).set(value).where('id', 'in', ids).execute();
}
const move = (person: Person, path: string, values: object = {}) =>
  clientOf(server, person, 'drawnTubes').send('POST', `/${path}`, values);
const tube = async (id = '') => (await clientOf(server, 'admin', 'drawnTubes').one(id)).body;
const orderOf = async (id: string) => (await clientOf(server, 'admin', 'testOrders').one(id)).body;
const visitOf = async (id: string) =>
  (await server.as('admin', 'adminAppointments', { query: { id } })).data.appointments[0];
const HAEMOLYSED = { rejectReason: 'RH', rejectNote: 'Pink' };

describe('decision of the laboratory on a tube', () => {
  test('accepts many received tubes at once (spec 17.5)', async () => {
    const { tubes } = await received('serum', 'edta');
    const [, second] = tubes;
    const start = Date.now();
    expect((await move('laboratory', 'many/accept', { ids: tubes })).http).toBe(200);
    for (const id of tubes) {
      const { state, decidedAt } = await tube(id);
      expect([state, Date.parse(decidedAt) >= start]).toEqual(['accepted', true]);
    }
    expect((await move('laboratory', `${second}/accept`)).http).toBe(409);
  });

  test.each(['drawn', 'handedOver', 'missing'])('is refused if the tube is %s', async (state) => {
    const { tubes } = await received('serum');
    await setState(tubes, state);
    expect((await move('laboratory', `${tubes[0]}/accept`)).http).toBe(409);
    expect((await move('laboratory', `${tubes[0]}/reject`, HAEMOLYSED)).http).toBe(409);
  });

  test.each([
    ['no reason', {}, 'rejectReason'],
    ['a reason outside the list', { rejectReason: 'ZZ' }, 'rejectReason'],
    ['a note that is too long', { rejectReason: 'RH', rejectNote: 'x'.repeat(501) }, 'rejectNote'],
  ])('is refused with %s', async (_, values, field) => {
    const { tubes, order } = await received('serum');
    const { http, body } = await move('laboratory', `${tubes[0]}/reject`, values);
    expect([http, Object.keys(body.data.errors)]).toEqual([400, [field]]);
    expect((await tube(tubes[0])).state).toBe('received');
    const { body: redraws } = await clientOf(server, 'admin', 'testOrders').list({ filter: { redrawOf: order } });
    expect(redraws).toEqual([]);
  });
});

describe('rejected tube', () => {
  test('gets a redraw of its tests only, on an unassigned visit with a proposed time (spec 17.5)', async () => {
    const { order, visit, tubes } = await received('serum', 'edta');
    const { http, body } = await move('laboratory', `${tubes[0]}/reject`, HAEMOLYSED);
    expect([http, body.state, body.rejectReason, body.rejectNote]).toEqual([200, 'rejected', 'RH', 'Pink']);
    const redraw = await orderOf(body.redraw);
    expect(redraw).toMatchObject({
      redrawOf: order,
      requisition: 'R-77',
      orderedBy: 'Dr. Osei',
      tests: [made['serum test']],
      fasting: 'notAsked',
    });
    const first = await visitOf(visit);
    const again = await visitOf(redraw.appointment);
    expect(again).toMatchObject({
      ...{ patientName: first.patientName, labortary: first.labortary, status: 'Pending', gaps: ['timeOpen'] },
      specialInstructions:
        'Redraw of requisition R-77. The time is a proposal: agree on it with the patient.\nRing twice',
    });
    expect(again.employeeId).toBeFalsy();
    expect(again.fees ?? null).toBeNull();
    expect(again.appointmentDateTime).toBe(redraw.proposedFor);
    expect(Date.parse(redraw.proposedFor)).toBeGreaterThan(Date.now());
    const { data: unassigned } = await server.as('admin', 'adminAppointments', {
      query: { tab: 'unassigned', id: redraw.appointment },
    });
    expect(unassigned.appointments).toHaveLength(1);
    // Only its laboratory may see it.
    for (const [person, code] of [
      ['laboratory', 200],
      ['laboratory2', 404],
    ] as const)
      expect((await server.as(person, 'visitOrder', { params: { id: redraw.appointment } })).http).toBe(code);
    // The other tube and its order did not change.
    expect((await orderOf(order)).tests).toHaveLength(2);
    expect((await tube(tubes[1])).state).toBe('received');
  });

  test('omits a missing requisition and shows the laboratory its patient', async () => {
    const { tubes, visit } = await receivedBy('', ['serum']);
    const seen = (await clientOf(server, 'laboratory', 'drawnTubes').one(tubes[0] ?? '')).body;
    expect([seen.patient, seen.labels.patient]).toEqual([visit, VISIT.patientName]);
    await move('laboratory', `${tubes[0]}/reject`, HAEMOLYSED);
    const { redraw } = await tube(tubes[0]);
    const again = await visitOf((await orderOf(redraw)).appointment);
    expect(again.specialInstructions).toMatch(/^Redraw\. The time is a proposal/);
  });

  test('cuts instructions that are too long with its note', async () => {
    const { tubes, visit } = await received('serum');
    const instructions = 'x'.repeat(4000);
    await server.services.db.updateTable('appointments').set({ instructions }).where('id', '=', visit).execute();
    const { http, body } = await move('laboratory', `${tubes[0]}/reject`, HAEMOLYSED);
    expect(http).toBe(200);
    const { appointment } = await orderOf(body.redraw);
    expect((await visitOf(appointment)).specialInstructions).toHaveLength(4000);
    // A laboratory rejected the tube, which is no new appointment.
    const { data } = await server.as('admin', 'notifications');
    const own = data.filter(({ recordId }: { recordId: string }) => recordId === appointment);
    expect(own.map(({ title }: { title: string }) => title)).toEqual(['Redraw needed']);
  });

  test('notifies admins and the employee who drew it, and is audited', async () => {
    const { tubes, visit } = await received('serum');
    const rows = await trailOf(server, () => move('laboratory', `${tubes[0]}/reject`, HAEMOLYSED));
    const { redraw } = await tube(tubes[0]);
    const { appointment } = await orderOf(redraw);
    expect(
      rows.filter(({ deed }) => deed !== 'read').map(({ deed, resource, record_id }) => [deed, resource, record_id]),
    ).toEqual(
      expect.arrayContaining([
        ['change', 'drawnTubes', tubes[0]],
        ['create', 'appointments', appointment],
        ['create', 'testOrders', redraw],
      ]),
    );
    const { data } = await server.as('admin', 'notifications');
    const notice = JSON.stringify(data);
    expect(notice).toContain('Redraw needed');
    const { label } = await tube(tubes[0]);
    await vi.waitFor(async () => {
      const { data: mine } = await server.as('employee', 'notifications');
      expect(mine.filter(({ body }: { body: string }) => body.includes(label))).toMatchObject([
        {
          title: 'Tube rejected',
          body: expect.stringContaining('Hemolysis'),
          resource: 'appointments',
          recordId: visit,
        },
      ]);
    });
    expect(notice).not.toContain(label);
    expect((await versionsOf(server, tubes[0]))[0]?.action).toBe('reject');
  });

  test('shares one redraw visit with other rejected tubes of its order until it is assigned', async () => {
    const { order, tubes } = await received('serum', 'edta', 'citrate');
    const [serum, edta, citrate] = tubes;
    const first = (await move('laboratory', `${serum}/reject`, HAEMOLYSED)).body.redraw;
    const more = async () =>
      (await server.as('admin', 'notifications')).data.filter(
        ({ title, recordId }: Record<string, string>) => title === 'Redraw: one more tube' && recordId === params.id,
      );
    const params = { id: (await orderOf(first)).appointment };
    expect(await more()).toEqual([]);
    expect((await move('admin', `${edta}/reject`, { rejectReason: 'RC' })).body.redraw).toBe(first);
    expect((await orderOf(first)).tests).toEqual([made['serum test'], made['edta test']]);
    expect(await more()).toHaveLength(1);
    await visits.assign(params.id, 'employee2');
    const second = (await move('laboratory', `${citrate}/reject`, HAEMOLYSED)).body.redraw;
    expect([second === first, (await orderOf(second)).tests]).toEqual([false, [made['citrate test']]]);
    expect((await orderOf(second)).redrawOf).toBe(order);
  });

  test('also gets a redraw if it is lost; a lost tube that is found is received (spec 17.5)', async () => {
    const { order, tubes } = await received('serum', 'edta');
    const [serum = '', edta = ''] = tubes;
    await setState([serum], 'missing');
    const { body } = await move('laboratory', `${serum}/lose`);
    expect([body.state, body.due, (await move('admin', `${serum}/lose`)).http]).toEqual(['lost', null, 409]);
    const redraw = await orderOf(body.redraw);
    expect([redraw.redrawOf, redraw.tests]).toEqual([order, [made['serum test']]]);
    const visit = await visitOf(redraw.appointment);
    expect([visit.gaps, visit.employeeId ?? null]).toEqual([['timeOpen'], null]);
    expect((await move('admin', `${edta}/reject`, HAEMOLYSED)).body.redraw).toBe(body.redraw);
    expect((await move('laboratory', `${serum}/receiveLate`)).body).toMatchObject({
      state: 'received',
      decidedAt: null,
    });
  });

  test('may have been accepted before its defect is seen', async () => {
    const { tubes } = await received('serum');
    await setState(tubes, 'accepted');
    for (const http of [200, 409]) expect((await move('laboratory', `${tubes[0]}/reject`, HAEMOLYSED)).http).toBe(http);
  });

  test('has its time agreed on by an action or by moving the visit', async () => {
    const { tubes } = await received('serum');
    const { appointment, id } = await orderOf((await move('laboratory', `${tubes[0]}/reject`, HAEMOLYSED)).body.redraw);
    const agree = (person: Person) => clientOf(server, person, 'testOrders').send('POST', `/${id}/agreeTime`, {});
    expect([(await agree('laboratory')).http, (await agree('employee2')).http]).toEqual([403, 404]);
    expect((await agree('admin')).http).toBe(200);
    expect((await visitOf(appointment)).gaps).toBeUndefined();

    const other = await received('serum');
    const moved = await orderOf((await move('laboratory', `${other.tubes[0]}/reject`, HAEMOLYSED)).body.redraw);
    expect((await visitOf(moved.appointment)).gaps).toEqual(['timeOpen']);
    await visits.change(moved.appointment, { appointmentDateTime: '2038-06-01T10:00', confirmed: true });
    expect((await visitOf(moved.appointment)).gaps).toBeUndefined();
  });

  test.runIf(hasPlugin('fhir'))('is reported in FHIR', async () => {
    const { tubes, order } = await received('serum');
    const { body } = await move('laboratory', `${tubes[0]}/reject`, HAEMOLYSED);
    const get = async (path: string) => {
      const headers = { authorization: `Bearer ${await server.tokenOf('laboratory')}` };
      return (await server.inject({ url: `/api/v1/fhir/${path}`, headers })).json();
    };
    const specimen = await get(`Specimen/${tubes[0]}`);
    expect([specimen.status, specimen.note]).toEqual(['unsatisfactory', [{ text: 'RH Hemolysis' }, { text: 'Pink' }]]);
    const request = await get(`ServiceRequest/${body.redraw}-${made['serum test']}`);
    expect(request.basedOn[0].reference).toBe(`ServiceRequest/${order}-${made['serum test']}`);
  });
});

test('lists late tubes first, then running deadlines, then unknown or decided ones (spec 17.6)', async () => {
  const stated = { temperature: 'room', source: 'Page 4', statedOn: '2026-01-02', laboratory: server.ids.laboratory };
  await add('stabilities', { ...stated, test: made['edta test'], hours: 6 });
  const { order, tubes } = await received('serum', 'edta');
  const drawn = async (minutesAgo: number) => {
    const drawnAt = new Date(Date.now() - minutesAgo * 60_000).toISOString();
    return add('drawnTubes', { label: `RD-${1000 + ++labels}`, testOrder: order, tubeKind: made.edta, drawnAt });
  };
  const running = await drawn(10);
  const late = await drawn(7 * 60);
  const decided = await drawn(8 * 60);
  const [unknown, oldest] = tubes;
  await setState([decided], 'received');
  await move('laboratory', `${decided}/accept`);
  const { list } = clientOf(server, 'laboratory', 'drawnTubes');
  const ids = async (asked: object) => (await list(asked)).body.map(({ id }: { id: string }) => id);
  const filter = { testOrder: order };
  // Tubes without a deadline are in the order of creation.
  expect(await ids({ filter })).toEqual([oldest, late, running, unknown, decided]);
  expect(await ids({ filter, sort: ['due', 'DESC'] })).toEqual([decided, unknown, running, late, oldest]);
  const pages = [
    [0, 1],
    [2, 3],
    [4, 4],
  ].map((range) => ids({ filter, range }));
  expect((await Promise.all(pages)).flat()).toEqual([oldest, late, running, unknown, decided]);
  expect(await ids({ filter: { ...filter, decided: false } })).toEqual([oldest, late, running, unknown]);
  const { body } = await clientOf(server, 'laboratory', 'drawnTubes').one(unknown ?? '');
  expect([body.due, body.keepsUntil]).toEqual([null, null]);
});

test('counts rejected tubes by reason and week; only admins see them by employee (spec 17.10, issue 34)', async () => {
  const { tubes } = await received('serum', 'edta');
  await move('laboratory', `${tubes[0]}/reject`, { rejectReason: 'RB' });
  const report = async (person: Person, name: string) =>
    (await clientOf(server, person, 'drawnTubes').send('GET', `/reports/${name}`)).body;
  const broken = async (person: Person) =>
    (await report(person, 'rejectedFor')).groups.find(({ value }: { value: string }) => value === 'RB')?.values.count ??
    0;
  expect([await broken('laboratory'), await broken('laboratory2'), await broken('admin')]).toEqual([1, 0, 1]);
  const { groups } = await report('laboratory', 'rejectedByWeek');
  expect(groups.at(-1).values.count).toBeGreaterThan(0);
  const hours = await report('laboratory', 'hoursByWeek');
  expect(hours.groups.at(-1).values.average_hours).toBeGreaterThan(0);
  expect((await clientOf(server, 'laboratory', 'drawnTubes').send('GET', '/reports/byEmployee')).http).toBe(403);
});

test('counts failed draws by reason and week for admins, as numbers only (spec 17.10)', async () => {
  const { visit } = await received('serum');
  const body = { key: 'report-0001', kind: 'couldNotDraw', reason: 'notFasting' };
  expect((await server.as('employee', 'reportVisit', { params: { id: visit }, body })).http).toBe(200);
  await server.as('employee', 'reportVisit', { params: { id: visit }, body: { key: 'report-0002', kind: 'started' } });
  const get = (person: Person, path: string) => clientOf(server, person, 'failedDraws').send('GET', path);
  const { body: reply } = await get('admin', '/reports/byReason');
  const counts = reply.groups.map(({ value, values }: { value: string; values: { count: number } }) => [
    value,
    values.count,
  ]);
  expect(counts).toContainEqual(['notFasting', 1]);
  expect(reply.total.count).toBe(1);
  expect((await get('admin', '/reports/byWeek')).body.groups.at(-1).values.count).toBe(1);
  for (const path of ['', `/${visit}`]) expect((await get('admin', path)).http).toBe(404);
});

test('reports visit times by week to admins, as numbers only (spec 17.10)', async () => {
  const rows = [
    ['door', 10],
    ['door', 15],
    ['between', 40],
  ] as const;
  const values = rows.map(([part, minutes], at) => ({ id: `time${at}`, part, minutes, made_at: Date.now() }));
  await server.services.db.insertInto('visit_times').values(values).execute();
  const get = (person: Person, path: string) => clientOf(server, person, 'visitTimes').send('GET', path);
  const last = async (report: string) => (await get('admin', `/reports/${report}`)).body.groups.at(-1).values;
  expect(await last('doorByWeek')).toEqual({ average_minutes: 12.5, count: 2 });
  expect(await last('betweenByWeek')).toEqual({ average_minutes: 40, count: 1 });
  expect((await get('admin', '')).http).toBe(404);
});

test('copies a visit older than a rule, and one of a deleted laboratory', async () => {
  const old = { gender: '', email: 'by pigeon', age: 200 };
  const { tubes, visit } = await received('serum');
  await server.services.db.updateTable('appointments').set(old).where('id', '=', visit).execute();
  const { tubes: orphans } = await received('edta');
  expect((await server.as('admin', 'deleteLaboratory', { params: { id: server.ids.laboratory } })).http).toBe(200);
  for (const [tube = ''] of [tubes, orphans])
    expect((await move('admin', `${tube}/reject`, HAEMOLYSED)).http).toBe(200);
  const rows = await server.services.db.selectFrom('appointments').selectAll().where('email', '=', old.email).execute();
  expect(rows.map(({ gender, age }) => ({ gender, age }))).toEqual([
    { gender: '', age: 200 },
    { gender: '', age: 200 },
  ]);
});
