import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { translateServer } from '../../frame/server/base/texts.ts';
import type { Account } from '../../frame/server/http/handler.ts';
import { collectionOf } from '../../frame/server/records/schema/collection.ts';
import type { Services } from '../../frame/server/services.ts';
import { columnOf, linksOf } from '../orders/places.ts';
import { recordsBy, textOf } from '../orders/planned.ts';
import type { AppointmentRow } from '../store/schema.ts';
import {
  allOf,
  countOfMatches,
  type OrderRecord,
  recordsWhere,
  rolesFor,
  seenOf,
  textsIn,
  visitsOf,
} from './orderRecords.ts';
import { codeOf, given, laboratoryOf, metaOf, patientOf, SYSTEM, subjectOf } from './parts.ts';
import { codesOf, countOf, paged, rangeOf, refuse, several, wordsOf } from './search.ts';
import { defineType } from './type.ts';

const query = z.object({
  authored: several.optional().describe('When the order was written; as the date of appointments.'),
  occurrence: several.optional().describe('When its visit is; as the date of appointments.'),
  status: several.optional().describe('active, completed, revoked; several with commas.'),
  requisition: several.optional().describe('Numbers of requisitions, with commas.'),
  code: several.optional().describe('LOINC codes, with commas.'),
  ...paged,
});
type Query = z.output<typeof query>;

/** What a visit's statuses are called of what is asked for at it. */
const STATUS = { Pending: 'active', Completed: 'completed', Rejected: 'revoked' } as const;

/** One test of an order: what FHIR asks for is one thing. */
export const idOf = (order: string, test: string) => `${order}-${test}`;
const partsOf = (id: string): [order: string, test: string] | undefined => {
  const [, order, test] = /^([0-9a-f]{24})-([0-9a-f]{24})$/.exec(id) ?? [];
  return order && test ? [order, test] : undefined;
};

interface Asked {
  order: string;
  test: string;
}

const pair = ([order, test]: [string, string]) => sql<SqlBool>`(o.id = ${order} and l.target_id = ${test})`;

/** The visits that a search is about, as a condition on the order's appointment. */
function visitsIn(query: Query, zone: string, column: string): RawBuilder<SqlBool>[] {
  const at = rangeOf(query.occurrence, zone, 'occurrence');
  const requested = codesOf(query.status, 'http://hl7.org/fhir/request-status');
  const statuses = Object.entries(STATUS).flatMap(([status, code]) => (requested?.includes(code) ? status : []));
  const tests = [
    ...(at ? [sql<SqlBool>`scheduled_at >= ${at.from} and scheduled_at < ${at.to}`] : []),
    ...(requested ? [textsIn('status', statuses)] : []),
  ];
  if (tests.length === 0) return [];
  return [sql`o.${sql.ref(column)} in (select id from appointments where ${allOf(tests)})`];
}

/** The tests of the orders that this person sees and a search wants, as the tables and conditions of a query. */
function matchOf(query: Query, account: Account, services: Services): RawBuilder<unknown> {
  const orders = collectionOf(services, 'testOrders');
  const tests = collectionOf(services, 'tests');
  const zone = services.config.timeZone;
  const authored = rangeOf(query.authored, zone, 'authored');
  const ids = wordsOf(query._id)?.flatMap((id) => {
    const found = partsOf(id);
    return found ? [found] : [];
  });
  const requisitions = codesOf(query.requisition, SYSTEM.requisition);
  const codes = codesOf(query.code, SYSTEM.loinc);
  const behind = query._page === undefined ? undefined : partsOf(query._page);
  if (query._page !== undefined && !behind) throw refuse('_page');
  const where = [
    ...visitsIn(query, zone, columnOf(orders, 'appointment')),
    ...(authored ? [sql<SqlBool>`o.created_at >= ${authored.from} and o.created_at < ${authored.to}`] : []),
    ...(ids ? [ids.length > 0 ? sql<SqlBool>`(${sql.join(ids.map(pair), sql` or `)})` : sql<SqlBool>`1 = 0`] : []),
    ...(requisitions ? [textsIn(`o.${columnOf(orders, 'requisition')}`, requisitions)] : []),
    ...(codes
      ? [
          sql<SqlBool>`l.target_id in (select id from ${sql.table(tests.table)}
            where ${textsIn(columnOf(tests, 'loinc'), codes)})`,
        ]
      : []),
    ...(behind ? [sql<SqlBool>`(o.id < ${behind[0]} or (o.id = ${behind[0]} and l.target_id < ${behind[1]}))`] : []),
  ];
  return sql`from ${seenOf(orders, account)} as o join ${sql.table(linksOf(orders, 'tests'))} as l on l.record_id = o.id
    where ${allOf(where)}`;
}

/** The tests that a search wants, the latest order first; one more than asked for where there are more. */
async function askedFor(query: Query, account: Account, services: Services, most: number): Promise<Asked[]> {
  const found = sql<{ asked: string; test: string }>`select o.id as asked, l.target_id as test
    ${matchOf(query, account, services)} order by o.id desc, l.target_id desc limit ${sql.lit(most + 1)}`;
  return (await found.execute(services.db)).rows.map(({ asked, test }) => ({ order: asked, test }));
}

interface Around {
  order: OrderRecord;
  visit: AppointmentRow;
  test: Awaited<ReturnType<typeof recordsBy>>[number];
  /** The order's tubes that were drawn for this test. */
  tubes: readonly OrderRecord[];
}

/** What a patient is to do before: in the words of the catalogue, and its hours without food. */
function instructionOf({ fastingHours, preparation }: Around['test']): string {
  const { translate } = translateServer();
  const hours = Number(fastingHours ?? 0);
  return [hours > 0 && translate('orders.fasts', { hours }), textOf(preparation)].filter(Boolean).join('. ');
}

/** One test of an order as a FHIR R4 resource. */
function toFhir({ order, visit, test, tubes }: Around) {
  const requisition = textOf(order.requisition);
  const loinc = textOf(test.loinc);
  const name = textOf(test.name);
  const redrawOf = textOf(order.redrawOf);
  return given({
    resourceType: 'ServiceRequest',
    id: idOf(order.id, test.id),
    meta: metaOf(order.version, Date.parse(textOf(order.changedAt))),
    contained: [patientOf(visit)],
    basedOn: redrawOf && [{ reference: `ServiceRequest/${idOf(redrawOf, test.id)}`, type: 'ServiceRequest' }],
    requisition: requisition && { system: SYSTEM.requisition, value: requisition },
    status: STATUS[visit.status],
    intent: 'order',
    category: [codeOf(SYSTEM.snomed, '108252007', 'Laboratory procedure')],
    priority: visit.priority === 'Urgent' ? 'urgent' : 'routine',
    code: { ...(loinc && codeOf(SYSTEM.loinc, loinc)), text: name },
    subject: subjectOf(visit),
    occurrenceDateTime: new Date(visit.scheduled_at).toISOString(),
    authoredOn: textOf(order.createdAt),
    requester: order.orderedBy && { type: 'Practitioner', display: textOf(order.orderedBy) },
    performer: visit.laboratory && [laboratoryOf(visit)],
    supportingInfo: [{ reference: `Appointment/${visit.id}`, type: 'Appointment' }],
    specimen: tubes.map(({ id, label }) => ({ reference: `Specimen/${id}`, type: 'Specimen', display: textOf(label) })),
    patientInstruction: instructionOf(test),
  });
}

/** The resources of these tests, in their order. */
async function resourcesOf(asked: readonly Asked[], account: Account, services: Services) {
  if (asked.length === 0) return [];
  const orderIds = [...new Set(asked.map(({ order }) => order))];
  const drawnTubes = collectionOf(services, 'drawnTubes');
  const orders = await recordsWhere(services, 'testOrders', account, textsIn('id', orderIds));
  const tests = await recordsBy(services, collectionOf(services, 'tests'), [...new Set(asked.map(({ test }) => test))]);
  const tubes = await recordsWhere(
    services,
    'drawnTubes',
    account,
    textsIn(columnOf(drawnTubes, 'testOrder'), orderIds),
  );
  const visits = await visitsOf(
    services,
    orders.map(({ appointment }) => appointment),
  );
  return asked.flatMap((one) => {
    const order = orders.find(({ id }) => id === one.order);
    const test = tests.find(({ id }) => id === one.test);
    const visit = visits.get(textOf(order?.appointment));
    if (!order || !test || !visit) return [];
    const of = tubes.filter(
      ({ testOrder, tests }) => testOrder === order.id && (tests as string[] | null)?.includes(test.id),
    );
    return [{ order, resource: toFhir({ order, visit, test, tubes: of }) }];
  });
}

/** What laboratories ask for: each test of an order is one, and the order's requisition holds them together. */
export const serviceRequestType = defineType({
  type: 'ServiceRequest',
  resource: 'testOrders',
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
  roles: rolesFor('testOrders'),
  async search(asking, account, services) {
    const most = countOf(asking);
    const found = await askedFor(asking, account, services, most);
    const page = found.slice(0, most);
    const last = found.length > most ? page.at(-1) : undefined;
    const made = await resourcesOf(page, account, services);
    return {
      resources: made.map(({ resource }) => resource),
      ids: [...new Set(made.map(({ order }) => order.id))],
      most,
      next: last && idOf(last.order, last.test),
    };
  },
  count: (asking, account, services) => countOfMatches(matchOf(asking, account, services), services),
  async read(id, account, services) {
    const found = await askedFor({ _id: id }, account, services, 1);
    const [made] = await resourcesOf(found.slice(0, 1), account, services);
    if (!made) return undefined;
    const { order, resource } = made;
    return { resource, version: order.version, changedAt: Date.parse(textOf(order.changedAt)), record: order.id };
  },
});
