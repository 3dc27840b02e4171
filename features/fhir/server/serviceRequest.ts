import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Account, getServerTexts, type Services } from 'portal-frame/server';
import {
  findStoredRecords,
  getCollection,
  getColumn,
  getFieldLinkTable,
  type StoredRecord,
} from 'portal-frame/server/database';
import { z } from 'zod';
import type { AppointmentRow } from '../../../server/store/schema.ts';
import { toText } from '../../orders/server/plannedOrders.ts';
import { defineType, type FhirMatch } from './fhirType.ts';
import {
  omitEmptyMembers,
  SYSTEM,
  toCodeableConcept,
  toLaboratory,
  toMeta,
  toPatient,
  toSubject,
} from './fhirValues.ts';
import {
  countMatches,
  createRoleLookup,
  findVisibleRecords,
  findVisitsById,
  isOneOf,
  joinConditions,
  type OrderRecord,
  selectVisible,
} from './orderRecords.ts';
import {
  createParameterError,
  pageParameters,
  parseCodes,
  parseRange,
  repeatable,
  splitAtCommas,
} from './searchParameters.ts';

const query = z.object({
  authored: repeatable.optional().describe('When the order was written; as the date of appointments.'),
  occurrence: repeatable.optional().describe('When its visit is; as the date of appointments.'),
  status: repeatable.optional().describe('active, completed, revoked; several with commas.'),
  requisition: repeatable.optional().describe('Numbers of requisitions, with commas.'),
  code: repeatable.optional().describe('LOINC codes, with commas.'),
  ...pageParameters,
});
type Query = z.output<typeof query>;

const STATUS = { Pending: 'active', Completed: 'completed', Rejected: 'revoked' } as const;

/** A ServiceRequest asks for one test. */
export const toServiceRequestId = (order: string, test: string) => `${order}-${test}`;
const parseServiceRequestId = (id: string): [order: string, test: string] | undefined => {
  const [, order, test] = /^([0-9a-f]{24})-([0-9a-f]{24})$/.exec(id) ?? [];
  return order && test ? [order, test] : undefined;
};

interface OrderedTestKey {
  order: string;
  test: string;
}

const matchKey = ([order, test]: [string, string]) => sql<SqlBool>`(o.id = ${order} and l.target_id = ${test})`;

/** Builds the condition that an order's visit fits `occurrence` and `status`; none if neither is set. */
function buildVisitConditions(query: Query, zone: string, column: string): RawBuilder<SqlBool>[] {
  const at = parseRange(query.occurrence, zone, 'occurrence');
  const requested = parseCodes(query.status, 'http://hl7.org/fhir/request-status');
  const statuses = Object.entries(STATUS).flatMap(([status, code]) => (requested?.includes(code) ? status : []));
  const tests = [
    ...(at ? [sql<SqlBool>`scheduled_at >= ${at.from} and scheduled_at < ${at.to}`] : []),
    ...(requested ? [isOneOf('status', statuses)] : []),
  ];
  if (tests.length === 0) return [];
  return [sql`o.${sql.ref(column)} in (select id from appointments where ${joinConditions(tests)})`];
}

/** Builds `from ... where ...` of a search, with a row per test of a visible order. */
function buildMatch(query: Query, account: Account, services: Services): RawBuilder<unknown> {
  const orders = getCollection(services, 'testOrders');
  const tests = getCollection(services, 'tests');
  const zone = services.config.timeZone;
  const authored = parseRange(query.authored, zone, 'authored');
  const ids = splitAtCommas(query._id)?.flatMap((id) => {
    const found = parseServiceRequestId(id);
    return found ? [found] : [];
  });
  const requisitions = parseCodes(query.requisition, SYSTEM.requisition);
  const codes = parseCodes(query.code, SYSTEM.loinc);
  const after = query._page === undefined ? undefined : parseServiceRequestId(query._page);
  if (query._page !== undefined && !after) throw createParameterError('_page');
  const where = [
    ...buildVisitConditions(query, zone, getColumn(orders, 'appointment')),
    ...(authored ? [sql<SqlBool>`o.created_at >= ${authored.from} and o.created_at < ${authored.to}`] : []),
    ...(ids ? [ids.length > 0 ? sql<SqlBool>`(${sql.join(ids.map(matchKey), sql` or `)})` : sql<SqlBool>`1 = 0`] : []),
    ...(requisitions ? [isOneOf(`o.${getColumn(orders, 'requisition')}`, requisitions)] : []),
    ...(codes
      ? [
          sql<SqlBool>`l.target_id in (select id from ${sql.table(tests.table)}
            where ${isOneOf(getColumn(tests, 'loinc'), codes)})`,
        ]
      : []),
    ...(after ? [sql<SqlBool>`(o.id < ${after[0]} or (o.id = ${after[0]} and l.target_id < ${after[1]}))`] : []),
  ];
  return sql`from ${selectVisible(orders, account)} as o join ${sql.table(getFieldLinkTable(orders, 'tests'))} as l on l.record_id = o.id
    where ${joinConditions(where)}`;
}

async function findOrderedTests(
  query: Query,
  account: Account,
  services: Services,
  most: number,
): Promise<OrderedTestKey[]> {
  const found = sql<{ asked: string; test: string }>`select o.id as asked, l.target_id as test
    ${buildMatch(query, account, services)} order by o.id desc, l.target_id desc limit ${sql.lit(most + 1)}`;
  return (await found.execute(services.db)).rows.map(({ asked, test }) => ({ order: asked, test }));
}

interface ServiceRequestSource {
  order: OrderRecord;
  visit: AppointmentRow;
  test: StoredRecord<'tests'>;
  tubes: readonly OrderRecord[];
}

function getInstruction({ fastingHours, preparation }: ServiceRequestSource['test']): string {
  const { translate } = getServerTexts();
  const hours = Number(fastingHours ?? 0);
  return [hours > 0 && translate('orders.fasts', { hours }), toText(preparation)].filter(Boolean).join('. ');
}

function toFhir({ order, visit, test, tubes }: ServiceRequestSource) {
  const requisition = toText(order.requisition);
  const loinc = toText(test.loinc);
  const name = toText(test.name);
  const redrawOf = toText(order.redrawOf);
  return omitEmptyMembers({
    resourceType: 'ServiceRequest',
    id: toServiceRequestId(order.id, test.id),
    meta: toMeta(order.version, Date.parse(toText(order.changedAt))),
    contained: [toPatient(visit)],
    basedOn: redrawOf && [
      { reference: `ServiceRequest/${toServiceRequestId(redrawOf, test.id)}`, type: 'ServiceRequest' },
    ],
    requisition: requisition && { system: SYSTEM.requisition, value: requisition },
    status: STATUS[visit.status],
    intent: 'order',
    category: [toCodeableConcept(SYSTEM.snomed, '108252007', 'Laboratory procedure')],
    priority: visit.priority === 'Urgent' ? 'urgent' : 'routine',
    code: { ...(loinc && toCodeableConcept(SYSTEM.loinc, loinc)), text: name },
    subject: toSubject(visit),
    occurrenceDateTime: new Date(visit.scheduled_at).toISOString(),
    authoredOn: toText(order.createdAt),
    requester: order.orderedBy && { type: 'Practitioner', display: toText(order.orderedBy) },
    performer: visit.laboratory && [toLaboratory(visit)],
    supportingInfo: [{ reference: `Appointment/${visit.id}`, type: 'Appointment' }],
    specimen: tubes.map(({ id, label }) => ({ reference: `Specimen/${id}`, type: 'Specimen', display: toText(label) })),
    patientInstruction: getInstruction(test),
  });
}

/** Loads the ordered tests with orders, visits and tubes, and converts each to a match. */
async function toMatches(asked: readonly OrderedTestKey[], account: Account, services: Services): Promise<FhirMatch[]> {
  if (asked.length === 0) return [];
  const orderIds = [...new Set(asked.map(({ order }) => order))];
  const drawnTubes = getCollection(services, 'drawnTubes');
  const orders = await findVisibleRecords(services, 'testOrders', account, isOneOf('id', orderIds));
  const tests = await findStoredRecords(services.db, getCollection(services, 'tests'), [
    ...new Set(asked.map(({ test }) => test)),
  ]);
  const tubes = await findVisibleRecords(
    services,
    'drawnTubes',
    account,
    isOneOf(getColumn(drawnTubes, 'testOrder'), orderIds),
  );
  const visits = await findVisitsById(
    services,
    orders.map(({ appointment }) => appointment),
  );
  return asked.map((one) => {
    const order = orders.find(({ id }) => id === one.order);
    const test = tests.find(({ id }) => id === one.test);
    const visit = visits.get(toText(order?.appointment));
    const tubesOfTest = tubes.filter(
      ({ testOrder, tests }) => testOrder === one.order && (tests as string[] | null)?.includes(one.test),
    );
    return {
      resource: order && test && visit && toFhir({ order, visit, test, tubes: tubesOfTest }),
      version: order?.version ?? 0,
      changedAt: Date.parse(toText(order?.changedAt)),
      token: toServiceRequestId(one.order, one.test),
      record: one.order,
    };
  });
}

/** Each test of an order is a ServiceRequest; the requisition groups them. */
export const serviceRequestType = defineType({
  type: 'ServiceRequest',
  resource: 'testOrders',
  shows: ['appointments', 'tests', 'drawnTubes'],
  summary: ['Tests that are asked for, those of the latest order first.', 'One test of an order.'],
  operations: ['fhirServiceRequests', 'fhirServiceRequest'],
  query,
  parameters: {
    _id: { type: 'token' },
    authored: { type: 'date', documentation: 'Prefixes eq, ge, gt, le, lt, sa, eb; days in the business time zone.' },
    occurrence: { type: 'date', documentation: 'The time of the visit; as authored.' },
    status: { type: 'token', documentation: 'active, completed and revoked are in use.' },
    requisition: { type: 'token' },
    code: { type: 'token', documentation: 'LOINC.' },
  },
  roles: createRoleLookup('testOrders'),
  async find(asking, account, services, most) {
    return toMatches(await findOrderedTests(asking, account, services, most), account, services);
  },
  count: (asking, account, services) => countMatches(buildMatch(asking, account, services), services),
});
