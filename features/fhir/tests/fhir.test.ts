// On SQLite only: nothing here depends on the database.
import { Fhir } from 'fhir';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { hasPlugin, type Person, serverForAll, serverForTest } from '../../../tests/api/harness.ts';
import { createApiKey } from '../../../tests/api/keys.ts';
import { withOrders } from '../../../tests/api/orderConfigs.ts';
import { VISIT } from '../../../tests/api/samples.ts';
import { clientOf } from '../../../tests/api/supplies.ts';
import { trailOf } from '../../../tests/api/trail.ts';

const server = serverForAll({ VISIT_MINUTES: '45' }, withOrders());
const ids: Record<string, string> = {};
async function add(name: string, at: string, more: object = {}, by: Person = 'admin'): Promise<string> {
  const body = {
    ...{ ...VISIT, patientName: `Pátient ${name}`, priorityLevel: 'High', appointmentDateTime: at },
    ...(by === 'admin' && { employeeId: 'EMP-007', labortary: 'Northside Lab', confirmed: true }),
    ...more,
  };
  const call = by === 'admin' ? 'adminCreateAppointment' : 'laboratoryCreateAppointment';
  return (await server.as(by, call, { body })).data._id;
}
beforeAll(async () => {
  ids.full = await add('full', '2031-03-09T09:00', {
    email: 'a@example.test',
    contactNumber: '+15551230001',
    address: '1 Elm Street',
    dateOfBirth: '1984-02-29',
    age: 44,
    fees: 120.5,
    accountNumber: 'ACC-SECRET',
    specialInstructions: 'Fasting',
    priorityLevel: 'Urgent',
  });
  ids.bare = await add('bare', '2031-03-09T10:00', { gender: 'Others' }, 'laboratory2');
  ids.done = await add('done', '2031-03-10T09:00', {
    status: 'Completed',
    employeeId: 'EMP-008',
    gender: 'Male',
    labortary: 'Natera',
  });
  ids.off = await add('off', '2031-03-11T23:30', { status: 'Rejected', priorityLevel: 'Low' });
});

const fhir = new Fhir();
/** Violations of the published R4 structure, including value sets and constraints. */
const wrongWith = (resource: object) =>
  fhir
    .validate(resource, { errorOnUnexpected: true })
    .messages.filter(({ severity }) => severity === 'error' || severity === 'fatal');
async function get(path: string, by: Person | null = 'admin', headers: Record<string, string> = {}, payload?: string) {
  const token = by ? await server.tokenOf(by) : '';
  const reply = await server.inject({
    ...(payload !== undefined && { method: 'POST', payload }),
    url: path.startsWith('http') ? path.replace(/^https?:\/\/[^/]+/, '') : `/api/v1/fhir${path}`,
    headers: { ...(by && { authorization: `Bearer ${token}` }), ...headers },
  });
  expect(reply.headers['content-type']).toBe('application/fhir+json; charset=utf-8');
  const json = reply.json();
  expect(wrongWith(json)).toEqual([]);
  return { http: reply.statusCode, json, headers: reply.headers };
}
/** Records of a bundle by their names above. */
const names = (json: { entry?: { resource: { id: string } }[] }) =>
  (json.entry ?? []).map(({ resource }) => Object.keys(ids).find((name) => ids[name] === resource.id));

/** Resources of a search and all its pages. */
async function walked(path: string) {
  const met: { id: string; resourceType: string }[] = [];
  for (let next: string | undefined = path; next && met.length < 9; ) {
    const { json }: { json: Bundle } = await get(next);
    met.push(...json.entry.map(({ resource }) => resource));
    for (const { fullUrl, resource } of json.entry)
      expect(fullUrl).toMatch(new RegExp(`^http://.*/api/v1/fhir/${resource.resourceType}/${resource.id}$`));
    next = json.link.find(({ relation }) => relation === 'next')?.url;
  }
  return { entry: met.map((resource) => ({ resource })) };
}
interface Bundle {
  entry: { resource: { id: string; resourceType: string }; fullUrl: string }[];
  link: { relation: string; url: string }[];
}
const trailed = async (work: () => Promise<void>) =>
  (await trailOf(server, work)).map(({ deed, resource, record_id, details }) => [
    ...[deed, resource, record_id],
    JSON.parse(details),
  ]);

test('uses a validator that finds violations', () => {
  const participant = [{ status: 'accepted' }];
  for (const wrong of [
    { status: 'booked' },
    { status: 'Pending', participant },
    { status: 'booked', fees: 1, participant },
  ])
    expect(wrongWith({ resourceType: 'Appointment', ...wrong })).not.toEqual([]);
});

describe('appointment resource', () => {
  it('is valid R4', async () => {
    const { http, json, headers } = await get(`/Appointment/${ids.full}`);
    expect([http, headers.etag]).toEqual([200, 'W/"1"']);
    expect(json).toMatchObject({
      resourceType: 'Appointment',
      id: ids.full,
      status: 'booked',
      priority: 1,
      start: '2031-03-09T13:00:00.000Z',
      end: '2031-03-09T13:45:00.000Z',
      minutesDuration: 45,
      comment: 'Fasting',
      contained: [
        {
          resourceType: 'Patient',
          name: [{ text: 'Pátient full' }],
          gender: 'female',
          birthDate: '1984-02-29',
          address: [{ text: '1 Elm Street' }],
          telecom: [
            { system: 'phone', value: '+15551230001' },
            { system: 'email', value: 'a@example.test' },
          ],
        },
      ],
      participant: [
        { actor: { reference: '#patient' }, status: 'accepted' },
        {
          actor: { type: 'Practitioner', identifier: { value: 'EMP-007' }, display: 'Zoë Ångström' },
          status: 'accepted',
        },
        { actor: { type: 'HealthcareService', display: 'Northside Lab' }, status: 'accepted' },
      ],
    });
    expect(JSON.stringify(json)).not.toMatch(/ACC-SECRET|120\.5|12050/);
  });

  it('needs a performer while it has no employee', async () => {
    const { json } = await get(`/Appointment/${ids.bare}`);
    expect(json.participant[1]).toMatchObject({ status: 'needs-action', type: [{ coding: [{ code: 'PPRF' }] }] });
    expect(json.contained[0]).toEqual({
      resourceType: 'Patient',
      id: 'patient',
      name: [{ text: 'Pátient bare' }],
      gender: 'other',
      identifier: [{ use: 'secondary', system: 'urn:mobile-phlebotomy-portal:patient', value: expect.any(String) }],
    });
  });
});

const STATUSES: Record<string, string> = { full: 'booked', bare: 'pending', done: 'fulfilled', off: 'cancelled' };
describe('search', () => {
  test.each([
    ['nothing', '', ['off', 'done', 'bare', 'full']],
    ['a day of the business', '?date=2031-03-11', ['off']],
    ['a day or earlier', '?date=le2031-03-10', ['done', 'bare', 'full']],
    ['between', '?date=ge2031-03-09&date=lt2031-03-10', ['bare', 'full']],
    ['after a day', '?date=gt2031-03-09', ['off', 'done']],
    ['a moment', '?date=2031-03-09T14:00:00Z', ['bare']],
    ['an impossible period', '?date=ge2032-01-01&date=lt2031-01-01', []],
    ['a month', '?date=2031-03', ['off', 'done', 'bare', 'full']],
    ['a status', '?status=booked', ['full']],
    ['several statuses', '?status=pending,cancelled', ['off', 'bare']],
    ['a status in its system', '?status=http://hl7.org/fhir/appointmentstatus%7Cfulfilled', ['done']],
    ['a valid status that is not in use', '?status=waitlist', []],
  ])('answers %s', async (_, query, expected) => {
    const { http, json } = await get(`/Appointment${query}`);
    expect([http, json.resourceType, json.type]).toEqual([200, 'Bundle', 'searchset']);
    expect(names(json)).toEqual(expected);
    const shown = (json.entry ?? []).map(({ resource }: { resource: { status: string } }) => resource.status);
    expect(shown).toEqual(expected.map((name) => STATUSES[name]));
  });

  it('pages by its links and returns each resource once', async () => {
    const query = '_count=1&date=ge2031-03-09&status=booked,pending,cancelled,fulfilled';
    expect(names(await walked(`/Appointment?${query}`))).toEqual(['off', 'done', 'bare', 'full']);
  });

  test.each([
    'date=yesterday',
    'date=ne2031-01-01',
    'date=2031-02-30',
    'date=2031-03-09T14:00',
    '_count=-1',
    'date=2031-13',
    '_count=x',
    '_page=zz',
  ])('refuses an invalid parameter: %s', async (query) => {
    const { http, json } = await get(`/Appointment?${query}`);
    expect([http, json.issue[0].code]).toEqual([400, 'invalid']);
    expect(json.issue[0].diagnostics).toBe(`The search parameter ${query.split('=')[0]} cannot be understood.`);
  });
});

describe('search with unsupported parameters', () => {
  test.each([
    'colour=blue',
    'status:not=booked',
    '_lastUpdated=ge2031-01-01',
    '_summary=count',
    'actor.name=Ann',
    '_sort=date',
  ])('is refused with a reason: %s', async (query) => {
    const { http, json } = await get(`/Appointment?${query}`);
    expect([http, json.issue[0].code]).toEqual([400, 'not-supported']);
    expect(json.issue[0].diagnostics).toContain(query.split('=')[0]);
  });

  it('ignores unknown parameters for lenient clients, but never modifiers', async () => {
    const lenient = { prefer: 'handling=lenient' };
    const { json } = await get('/Appointment?colour=blue&status=booked', 'admin', lenient);
    expect(names(json)).toEqual(['full']);
    expect(json.link[0].url).not.toContain('colour');
    expect((await get('/Appointment?status:not=booked', 'admin', lenient)).http).toBe(400);
    expect((await get('/Appointment?colour=blue', 'admin', { prefer: 'handling=strict' })).http).toBe(400);
  });
});

describe('count only (_count=0)', () => {
  test.each<[string, Person, number]>([
    ['', 'admin', 4],
    ['&status=booked,pending', 'admin', 2],
    ['&date=2031-03-11', 'admin', 1],
    ['', 'employee', 2],
    ['&status=waitlist', 'admin', 0],
  ])('counts the matches of "%s" for %s', async (query, person, total) => {
    const { http, json } = await get(`/Appointment?_count=0${query}`, person);
    expect([http, json.total, json.entry]).toEqual([200, total, undefined]);
  });
});

describe('search by POST', () => {
  const post = async (payload: string, query = '', by: Person = 'admin') => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    return get(`/Appointment/_search${query}`, by, type, payload);
  };

  it('finds the same as a search by GET', async () => {
    expect(names((await post('date=ge2031-03-09&date=lt2031-03-10')).json)).toEqual(['bare', 'full']);
    expect(names((await post('status=booked', '?_count=10')).json)).toEqual(['full']);
    expect(names((await post('', '', 'employee2')).json)).toEqual(['done']);
  });

  it('refuses a parameter that both address and body have', async () => {
    const { http, json } = await post('status=booked', '?status=pending');
    expect([http, json.issue[0].diagnostics]).toEqual([400, 'The search parameter status is given twice.']);
  });
});

describe('identifier of a patient', () => {
  const identifierOf = async (name: string) => (await get(`/Appointment/${ids[name]}`)).json.contained[0].identifier[0];

  it('is the same only for the same name and birth date', async () => {
    const [at, dateOfBirth] = ['2032-05-05T09:00', '1984-02-29'];
    const made = [
      await add('full', at, { dateOfBirth }),
      await add('full', at, { dateOfBirth: '1990-01-01' }),
      await add('unborn', at),
      await add('unborn', at),
    ];
    const [same, other, first, second] = await Promise.all(
      made.map(async (id) => (await get(`/Appointment/${id}`)).json.contained[0].identifier[0].value),
    );
    expect(await identifierOf('full')).toMatchObject({ system: 'urn:mobile-phlebotomy-portal:patient', value: same });
    expect(new Set([same, other, first, second]).size).toBe(4);
    for (const id of made) await server.services.db.deleteFrom('appointments').where('id', '=', id).execute();
  });
});

describe('access', () => {
  test.each<[Person, string[]]>([
    ['admin', ['off', 'done', 'bare', 'full']],
    ['employee', ['off', 'full']],
    ['employee2', ['done']],
    ['laboratory', ['off', 'full']],
    ['laboratory2', ['bare']],
  ])('shows %s only their own appointments', async (person, expected) => {
    expect(names((await get('/Appointment', person)).json)).toEqual(expected);
    for (const name of Object.keys(ids)) {
      const { http, json } = await get(`/Appointment/${ids[name]}`, person);
      const theirs = expected.includes(name);
      expect([name, http, json.resourceType]).toEqual([
        name,
        theirs ? 200 : 404,
        theirs ? 'Appointment' : 'OperationOutcome',
      ]);
      if (!theirs) expect(JSON.stringify(json)).not.toContain(name);
      expect(names((await get(`/Appointment?_id=${ids[name]}`, person)).json)).toEqual(theirs ? [name] : []);
    }
  });
});

describe('orders and tubes', () => {
  /** Ids of the catalogue, the orders and the tubes, by name. */
  const made: Record<string, string> = {};
  const add = async (resource: string, name: string, values: object) => {
    const { http, body } = await clientOf(server, 'admin', resource).create(values as never);
    expect([name, http]).toEqual([name, 201]);
    made[name] = body.id;
  };
  beforeAll(async () => {
    const kind = { cap: 'gold', additive: 'Gel', drawOrder: 3, volume: 5 };
    await add('tubeKinds', 'serum', { ...kind, name: 'Serum' });
    await add('tests', 'lipids', {
      name: 'Lipid panel',
      loinc: '24331-1',
      tubeKind: made.serum,
      volume: 1,
      fastingHours: 12,
      preparation: 'Water is fine',
    });
    await add('tests', 'iron', { name: 'Iron', tubeKind: made.serum, volume: 1, ownTube: true });
    for (const [name, requisition, asked] of [
      ['full', 'R-1', [made.lipids, made.iron]],
      ['bare', 'R-2', [made.lipids]],
      ['off', 'R-3', [made.iron]],
    ] as const)
      await add('testOrders', `order ${name}`, {
        appointment: ids[name],
        requisition,
        orderedBy: 'Dr. Osei',
        tests: asked,
      });
    const confirm = `/${made['order full']}/confirmFasting`;
    expect((await clientOf(server, 'admin', 'testOrders').send('POST', confirm, {})).http).toBe(200);
    const drawnAt = '2031-03-09T13:05:00.000Z';
    for (const [label, name] of [
      ['TB-1001', 'full'],
      ['TB-1002', 'full'],
      ['TB-2001', 'bare'],
    ])
      await add('drawnTubes', `${label}`, {
        label,
        testOrder: made[`order ${name}`],
        tubeKind: made.serum,
        drawnAt,
        ...(label === 'TB-1001' && { drawnBy: server.ids.employee }),
      });
  });
  const request = (name: string, test: string) => `${made[`order ${name}`]}-${made[test]}`;
  /** Resources of a bundle by requisition and test of the request, or by label of the tube. */
  const resourcesOf = (json: { entry?: { resource: object }[] }) =>
    ((json.entry as { resource: Record<string, unknown> }[] | undefined) ?? []).map(
      ({ resource: { resourceType, requisition, code, identifier } }) =>
        resourceType === 'Specimen'
          ? (identifier as { value: string }[])[0]?.value
          : `${(requisition as { value: string }).value} ${(code as { text: string }).text}`,
    );

  it('represent a test of an order as a ServiceRequest (spec 17.7)', async () => {
    const { json, headers } = await get(`/ServiceRequest/${request('full', 'lipids')}`);
    expect(headers.etag).toBe('W/"2"');
    expect(json).toMatchObject({
      resourceType: 'ServiceRequest',
      requisition: { value: 'R-1' },
      status: 'active',
      intent: 'order',
      priority: 'urgent',
      code: { coding: [{ system: 'http://loinc.org', code: '24331-1' }], text: 'Lipid panel' },
      contained: [{ resourceType: 'Patient', name: [{ text: 'Pátient full' }] }],
      subject: { reference: '#patient' },
      occurrenceDateTime: '2031-03-09T13:00:00.000Z',
      requester: { type: 'Practitioner', display: 'Dr. Osei' },
      performer: [{ type: 'HealthcareService', display: 'Northside Lab' }],
      supportingInfo: [{ reference: `Appointment/${ids.full}` }],
      patientInstruction: 'Fasting: 12 h. Water is fine',
    });
    expect(json.specimen).toHaveLength(1);
    const { json: specimen } = await get(`/${json.specimen[0].reference}`);
    expect(specimen.request).toEqual([{ reference: `ServiceRequest/${json.id}`, type: 'ServiceRequest' }]);
    // The other one has no LOINC.
    const { json: iron } = await get(`/ServiceRequest/${request('full', 'iron')}`);
    expect(iron.code).toEqual({ text: 'Iron' });
    expect(JSON.stringify([json, iron])).not.toMatch(/ACC-SECRET|120\.5|12050/);
  });

  it('represent a drawn tube as a Specimen (spec 17.7)', async () => {
    const { json } = await get(`/Specimen/${made['TB-1001']}`);
    expect(json).toMatchObject({
      identifier: [{ system: 'urn:mobile-phlebotomy-portal:tube', value: 'TB-1001' }],
      status: 'available',
      type: { coding: [{ code: '119297000' }] },
      subject: { display: 'Pátient full' },
      collection: {
        collector: { type: 'Practitioner', identifier: { value: 'EMP-007' } },
        collectedDateTime: '2031-03-09T13:05:00.000Z',
        fastingStatusCodeableConcept: { coding: [{ code: 'F' }] },
      },
      container: [{ type: { text: 'Serum' }, additiveCodeableConcept: { text: 'Gel' } }],
    });
  });

  test.each([
    ['ServiceRequest', '', ['R-3 Iron', 'R-2 Lipid panel', 'R-1 Iron', 'R-1 Lipid panel']],
    ['ServiceRequest', '?requisition=R-1', ['R-1 Iron', 'R-1 Lipid panel']],
    ['ServiceRequest', '?code=http://loinc.org%7C24331-1', ['R-2 Lipid panel', 'R-1 Lipid panel']],
    ['ServiceRequest', '?status=revoked', ['R-3 Iron']],
    [
      'ServiceRequest',
      '?occurrence=2031-03-09&status=active,revoked',
      ['R-2 Lipid panel', 'R-1 Iron', 'R-1 Lipid panel'],
    ],
    ['ServiceRequest', '?authored=lt2026-01-01', []],
    ['Specimen', '', ['TB-2001', 'TB-1002', 'TB-1001']],
    ['Specimen', '?identifier=TB-1002,nobody', ['TB-1002']],
    ['Specimen', '?collected=2031-03-10', []],
    ['Specimen', '?collected=ge2031-03-09&_count=3', ['TB-2001', 'TB-1002', 'TB-1001']],
  ])('answer a search for %s%s', async (type, query, expected) => {
    const { http, json } = await get(`/${type}${query}`);
    expect([http, resourcesOf(json)]).toEqual([200, expected]);
  });

  test.each([
    ['ServiceRequest', ['R-3 Iron', 'R-2 Lipid panel', 'R-1 Iron', 'R-1 Lipid panel']],
    ['Specimen', ['TB-2001', 'TB-1002', 'TB-1001']],
  ])('appear once each in the pages of %s', async (type, expected) => {
    expect(resourcesOf(await walked(`/${type}?_count=1`))).toEqual(expected);
  });

  test.each<[Person, string[]]>([
    ['admin', ['R-3 Iron', 'R-2 Lipid panel', 'R-1 Iron', 'R-1 Lipid panel', 'TB-2001', 'TB-1002', 'TB-1001']],
    ['laboratory', ['R-3 Iron', 'R-1 Iron', 'R-1 Lipid panel', 'TB-1002', 'TB-1001']],
    ['laboratory2', ['R-2 Lipid panel', 'TB-2001']],
  ])('show %s only their own', async (person, expected) => {
    const all = [];
    for (const type of ['ServiceRequest', 'Specimen']) all.push(...resourcesOf((await get(`/${type}`, person)).json));
    expect(all).toEqual(expected);
    for (const [path, name] of [
      [`/ServiceRequest/${request('bare', 'lipids')}`, 'R-2 Lipid panel'],
      [`/Specimen/${made['TB-1001']}`, 'TB-1001'],
    ] as const)
      expect([name, (await get(path, person)).http]).toEqual([name, expected.includes(name) ? 200 : 404]);
  });

  it('can be read, but not listed, by their employee', async () => {
    expect((await get(`/Specimen/${made['TB-1001']}`, 'employee')).http).toBe(200);
    expect((await get(`/Specimen/${made['TB-2001']}`, 'employee')).http).toBe(404);
    expect((await get('/ServiceRequest', 'employee')).http).toBe(403);
    expect((await get('/ServiceRequest', null)).http).toBe(401);
  });

  it('are missing on a server without orders', async () => {
    const bare = await serverForTest();
    const { rest } = (await bare.inject({ url: '/api/v1/fhir/metadata' })).json();
    expect(rest[0].resource.map(({ type }: { type: string }) => type)).toEqual(['Appointment']);
    expect((await bare.inject({ url: '/api/v1/fhir/Specimen' })).statusCode).toBe(404);
  });
});

test.runIf(hasPlugin('apiKeys'))('shows a key with a scope only types whose resources it includes', async () => {
  const ask = async (resources: string[], type: string) => {
    const { token } = await createApiKey(server, 'admin', { access: 'read', resources });
    const headers = { authorization: `Bearer ${token}` };
    const { statusCode } = await server.inject({ url: `/api/v1/fhir/${type}`, headers });
    if (!hasPlugin('openApi')) return statusCode;
    const { paths } = (await server.inject({ url: '/api/v1/docs/json', headers })).json();
    expect(Object.keys(paths).includes(`/api/v1/fhir/${type}`)).toBe(statusCode === 200);
    return statusCode;
  };
  const needed = {
    Appointment: ['appointments'],
    ServiceRequest: ['testOrders', 'appointments', 'tests', 'drawnTubes'],
    Specimen: ['drawnTubes', 'appointments', 'testOrders', 'tubeKinds'],
  };
  for (const [type, all] of Object.entries(needed)) {
    expect([type, await ask(all, type)]).toEqual([type, 200]);
    for (const one of all) {
      const others = all.length > 1 ? all.filter((other) => other !== one) : ['tests'];
      expect([type, one, await ask(others, type)]).toEqual([type, one, 403]);
    }
  }
});

describe('FHIR server', () => {
  it('describes its searches in a CapabilityStatement without a session', async () => {
    const { http, json } = await get('/metadata', null);
    expect([http, json.resourceType, json.fhirVersion]).toEqual([200, 'CapabilityStatement', '4.0.1']);
  });

  test.each([
    ['/Patient', 404, 'not-found'],
    ['/Appointment/none', 404, 'not-found'],
    ['/Specimen/none', 404, 'not-found'],
    ['/ServiceRequest?authored=x', 400, 'invalid'],
    ['/Specimen?collected=x', 400, 'invalid'],
    ['/Appointment?_format=xml', 406, 'not-supported'],
  ])('refuses %s with an OperationOutcome', async (path, code, issue) => {
    const { http, json } = await get(path);
    expect([http, json.resourceType, json.issue[0].code]).toEqual([code, 'OperationOutcome', issue]);
  });

  it('records reads in the audit trail', async () => {
    const work = async () => {
      await get('/Appointment?status=booked');
      await get(`/Appointment/${ids.full}`);
      await get(`/Appointment/${ids.done}`, 'employee');
    };
    expect(await trailed(work)).toEqual([
      ['export', 'appointments', null, { count: 1, filters: ['status'], ids: [ids.full] }],
      ['read', 'appointments', ids.full, {}],
      ['refused', 'appointments', ids.done, { asked: 'read', code: 404, reason: 'server.notFound' }],
    ]);
  });
});

test('ignores the requested or forwarded host in links (ASVS 4.1.3)', async () => {
  const asked = { url: '/api/v1/fhir/metadata', headers: { host: 'portal.test', 'x-forwarded-host': 'evil.test' } };
  const linkOf = async (remoteAddress: string) =>
    (await server.inject({ ...asked, remoteAddress })).json().implementation.url;
  for (const from of ['203.0.113.9', '127.0.0.1']) expect(await linkOf(from)).toBe('/api/v1/fhir');
});
