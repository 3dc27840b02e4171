import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Account, getServerTexts, type Services } from 'portal-frame/server';
import {
  type CollectionRow,
  findStoredRecords,
  getCollection,
  getColumn,
  toAccountRecords,
} from 'portal-frame/server/database';
import { z } from 'zod';
import type { AssignedEmployee } from '../../../server/store/appointments.ts';
import { FASTING, TUBE_STATES } from '../../../src/wire/orderApi.ts';
import { toText } from '../../orders/server/plannedOrders.ts';
import { defineType } from './fhirType.ts';
import {
  omitEmptyMembers,
  SYSTEM,
  toCodeableConcept,
  toMeta,
  toPatient,
  toPractitioner,
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
import { toServiceRequestId } from './serviceRequest.ts';

const query = z.object({
  collected: repeatable.optional().describe('When it was drawn; as the date of appointments.'),
  identifier: repeatable.optional().describe('Labels, with commas.'),
  ...pageParameters,
});
type Query = z.output<typeof query>;

const STATUS: Record<(typeof TUBE_STATES)[number], string> = {
  drawn: 'available',
  handedOver: 'available',
  received: 'available',
  accepted: 'available',
  missing: 'unavailable',
  lost: 'unavailable',
  rejected: 'unsatisfactory',
};

const FASTING_CODES: Record<(typeof FASTING)[number], [code: string, display: string]> = {
  confirmed: ['F', 'Patient was fasting prior to the procedure.'],
  notFasting: ['NF', 'The patient indicated they did not fast prior to the procedure.'],
  notAsked: ['FNA', 'Fasting not asked of the patient at time of procedure.'],
};

/** Builds `from ... where ...` of a search for visible tubes. */
function buildMatch(asking: Query, account: Account, services: Services): RawBuilder<unknown> {
  const tubes = getCollection(services, 'drawnTubes');
  const collected = parseRange(asking.collected, services.config.timeZone, 'collected');
  const labels = parseCodes(asking.identifier, SYSTEM.tube);
  const ids = splitAtCommas(asking._id);
  const { _page: after } = asking;
  if (after !== undefined && !/^[0-9a-f]{24}$/.test(after)) throw createParameterError('_page');
  const drawnAt = sql.ref(getColumn(tubes, 'drawnAt'));
  const where = [
    ...(collected ? [sql<SqlBool>`${drawnAt} >= ${collected.from} and ${drawnAt} < ${collected.to}`] : []),
    ...(labels ? [isOneOf(getColumn(tubes, 'label'), labels)] : []),
    ...(ids ? [isOneOf('id', ids)] : []),
    ...(after ? [sql<SqlBool>`id < ${after}`] : []),
  ];
  return sql`from ${selectVisible(tubes, account)} as t where ${joinConditions(where)}`;
}

async function findTubes(asking: Query, account: Account, services: Services, most: number): Promise<OrderRecord[]> {
  const found = sql<CollectionRow>`select * ${buildMatch(asking, account, services)}
    order by id desc limit ${sql.lit(most + 1)}`;
  const collection = getCollection(services, 'drawnTubes');
  return toAccountRecords({ services, collection, account }, (await found.execute(services.db)).rows);
}

async function findReferences(tubes: readonly OrderRecord[], account: Account, services: Services) {
  const idsOf = (field: string) => [...new Set(tubes.flatMap((one) => (one[field] ? toText(one[field]) : [])))];
  const orders = await findVisibleRecords(services, 'testOrders', account, isOneOf('id', idsOf('testOrder')));
  const visits = await findVisitsById(
    services,
    orders.map(({ appointment }) => appointment),
  );
  const kinds = await findStoredRecords(services.db, getCollection(services, 'tubeKinds'), idsOf('tubeKind'));
  const people: AssignedEmployee[] = await services.db
    .selectFrom('accounts')
    .select(['id', 'employee_code', 'full_name'])
    .where('id', 'in', ['', ...idsOf('drawnBy')])
    .execute();
  const byId = <T extends { id: string }>(all: readonly T[]) => new Map(all.map((one) => [one.id, one]));
  return { orders: byId(orders), visits, kinds: byId(kinds), people: byId(people) };
}

function getNotes({ rejectReason, rejectNote }: OrderRecord): string[] {
  const { translate } = getServerTexts();
  const reason = rejectReason && `${rejectReason} ${translate(`orders.rejectReasons.${rejectReason}`)}`;
  return [reason, rejectNote].filter(Boolean).map(toText);
}

type References = Awaited<ReturnType<typeof findReferences>>;

function toFhir(tube: OrderRecord, { orders, visits, kinds, people }: References) {
  const order = orders.get(toText(tube.testOrder));
  const visit = visits.get(toText(order?.appointment));
  if (!order || !visit) return undefined;
  const kind = kinds.get(toText(tube.tubeKind));
  const collector = people.get(toText(tube.drawnBy));
  const [code, display] = FASTING_CODES[FASTING.find((item) => item === order.fasting) ?? 'notAsked'];
  const tests = (tube.tests ?? []) as string[];
  const additive = toText(kind?.additive);
  return omitEmptyMembers({
    resourceType: 'Specimen',
    id: tube.id,
    meta: toMeta(tube.version, Date.parse(toText(tube.changedAt))),
    contained: [toPatient(visit)],
    identifier: [{ system: SYSTEM.tube, value: toText(tube.label) }],
    status: STATUS[TUBE_STATES.find((item) => item === tube.state) ?? 'drawn'],
    type: toCodeableConcept(SYSTEM.snomed, '119297000', 'Blood specimen'),
    subject: toSubject(visit),
    request: tests.map((test) => ({
      reference: `ServiceRequest/${toServiceRequestId(order.id, test)}`,
      type: 'ServiceRequest',
    })),
    collection: omitEmptyMembers({
      collector: collector && toPractitioner(collector),
      collectedDateTime: toText(tube.drawnAt),
      fastingStatusCodeableConcept: toCodeableConcept(SYSTEM.fasting, code, display),
    }),
    container: kind && [
      omitEmptyMembers({ type: { text: toText(kind.name) }, additiveCodeableConcept: additive && { text: additive } }),
    ],
    // R4 has no element for the reason of a rejection.
    note: getNotes(tube).map((text) => ({ text })),
  });
}

export const specimenType = defineType({
  type: 'Specimen',
  resource: 'drawnTubes',
  shows: ['appointments', 'testOrders', 'tubeKinds'],
  summary: ['Drawn tubes, the latest first.', 'One drawn tube.'],
  operations: ['fhirSpecimens', 'fhirSpecimen'],
  query,
  parameters: {
    _id: { type: 'token' },
    collected: { type: 'date', documentation: 'Prefixes eq, ge, gt, le, lt, sa, eb; days in the business time zone.' },
    identifier: { type: 'token', documentation: 'The label.' },
  },
  roles: createRoleLookup('drawnTubes'),
  async find(asking, account, services, most) {
    const tubes = await findTubes(asking, account, services, most);
    const references = await findReferences(tubes, account, services);
    return tubes.map((tube) => ({
      resource: toFhir(tube, references),
      version: tube.version,
      changedAt: Date.parse(toText(tube.changedAt)),
      token: tube.id,
    }));
  },
  count: (asking, account, services) => countMatches(buildMatch(asking, account, services), services),
});
