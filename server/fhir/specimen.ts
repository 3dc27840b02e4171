import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { translateServer } from '../../frame/server/base/texts.ts';
import type { Account } from '../../frame/server/http/handler.ts';
import { collectionOf } from '../../frame/server/records/schema/collection.ts';
import type { Row } from '../../frame/server/records/schema/collectionDb.ts';
import type { Services } from '../../frame/server/services.ts';
import { FASTING, TUBE_STATES } from '../../src/wire/orders.ts';
import { columnOf } from '../orders/places.ts';
import { recordsBy, textOf } from '../orders/planned.ts';
import type { AssignedEmployee } from '../store/appointments.ts';
import {
  allOf,
  countOfMatches,
  type OrderRecord,
  recordsFor,
  recordsWhere,
  rolesFor,
  seenOf,
  textsIn,
  visitsOf,
} from './orderRecords.ts';
import { codeOf, given, metaOf, patientOf, practitionerOf, SYSTEM, subjectOf } from './parts.ts';
import { codesOf, countOf, paged, rangeOf, refuse, several, wordsOf } from './search.ts';
import { idOf } from './serviceRequest.ts';
import { defineType } from './type.ts';

const query = z.object({
  collected: several.optional().describe('When it was drawn; as the date of appointments.'),
  identifier: several.optional().describe('Labels, with commas.'),
  ...paged,
});
type Query = z.output<typeof query>;

/** What a tube's states are called. */
const STATUS: Record<(typeof TUBE_STATES)[number], string> = {
  drawn: 'available',
  handedOver: 'available',
  received: 'available',
  accepted: 'available',
  missing: 'unavailable',
  lost: 'unavailable',
  rejected: 'unsatisfactory',
};

/** The fasting status, in HL7's table 0916. */
const FASTED: Record<(typeof FASTING)[number], [code: string, display: string]> = {
  confirmed: ['F', 'Patient was fasting prior to the procedure.'],
  notFasting: ['NF', 'The patient indicated they did not fast prior to the procedure.'],
  notAsked: ['FNA', 'Fasting not asked of the patient at time of procedure.'],
};

/** The tubes that this person sees, the latest first; one more than asked for where there are more. */
function matchOf(asking: Query, account: Account, services: Services): RawBuilder<unknown> {
  const tubes = collectionOf(services, 'drawnTubes');
  const collected = rangeOf(asking.collected, services.config.timeZone, 'collected');
  const labels = codesOf(asking.identifier, SYSTEM.tube);
  const ids = wordsOf(asking._id);
  const { _page: behind } = asking;
  if (behind !== undefined && !/^[0-9a-f]{24}$/.test(behind)) throw refuse('_page');
  const drawnAt = sql.ref(columnOf(tubes, 'drawnAt'));
  const where = [
    ...(collected ? [sql<SqlBool>`${drawnAt} >= ${collected.from} and ${drawnAt} < ${collected.to}`] : []),
    ...(labels ? [textsIn(columnOf(tubes, 'label'), labels)] : []),
    ...(ids ? [textsIn('id', ids)] : []),
    ...(behind ? [sql<SqlBool>`id < ${behind}`] : []),
  ];
  return sql`from ${seenOf(tubes, account)} as t where ${allOf(where)}`;
}

async function tubesFor(asking: Query, account: Account, services: Services, most: number): Promise<OrderRecord[]> {
  const found = sql<Row>`select * ${matchOf(asking, account, services)}
    order by id desc limit ${sql.lit(most + 1)}`;
  return recordsFor(services, collectionOf(services, 'drawnTubes'), (await found.execute(services.db)).rows, account);
}

/** What tubes refer to, by id. */
async function aroundOf(tubes: readonly OrderRecord[], account: Account, services: Services) {
  const idsOf = (field: string) => [...new Set(tubes.flatMap((one) => (one[field] ? textOf(one[field]) : [])))];
  const orders = await recordsWhere(services, 'testOrders', account, textsIn('id', idsOf('testOrder')));
  const visits = await visitsOf(
    services,
    orders.map(({ appointment }) => appointment),
  );
  const kinds = await recordsBy(services, collectionOf(services, 'tubeKinds'), idsOf('tubeKind'));
  const people: AssignedEmployee[] = await services.db
    .selectFrom('accounts')
    .select(['id', 'employee_code', 'full_name'])
    .where('id', 'in', ['', ...idsOf('drawnBy')])
    .execute();
  const byId = <T extends { id: string }>(all: readonly T[]) => new Map(all.map((one) => [one.id, one]));
  return { orders: byId(orders), visits, kinds: byId(kinds), people: byId(people) };
}

/** Why it was rejected: the code of HL7's table 0490 and its words, and the laboratory's own. */
function notesOf({ rejectReason, rejectNote }: OrderRecord): string[] {
  const { translate } = translateServer();
  const reason = rejectReason && `${rejectReason} ${translate(`orders.rejectReasons.${rejectReason}`)}`;
  return [reason, rejectNote].filter(Boolean).map(textOf);
}

/** Drawn tubes as FHIR R4 resources. */
async function resourcesOf(tubes: readonly OrderRecord[], account: Account, services: Services) {
  const { orders, visits, kinds, people } = await aroundOf(tubes, account, services);
  return tubes.flatMap((tube) => {
    const order = orders.get(textOf(tube.testOrder));
    const visit = visits.get(textOf(order?.appointment));
    if (!order || !visit) return [];
    const kind = kinds.get(textOf(tube.tubeKind));
    const collector = people.get(textOf(tube.drawnBy));
    const [code, display] = FASTED[FASTING.find((item) => item === order.fasting) ?? 'notAsked'];
    const tests = (tube.tests ?? []) as string[];
    const additive = textOf(kind?.additive);
    return [
      given({
        resourceType: 'Specimen',
        id: tube.id,
        meta: metaOf(tube.version, Date.parse(textOf(tube.changedAt))),
        contained: [patientOf(visit)],
        identifier: [{ system: SYSTEM.tube, value: textOf(tube.label) }],
        status: STATUS[TUBE_STATES.find((item) => item === tube.state) ?? 'drawn'],
        type: codeOf(SYSTEM.snomed, '119297000', 'Blood specimen'),
        subject: subjectOf(visit),
        request: tests.map((test) => ({ reference: `ServiceRequest/${idOf(order.id, test)}`, type: 'ServiceRequest' })),
        collection: given({
          collector: collector && practitionerOf(collector),
          collectedDateTime: textOf(tube.drawnAt),
          fastingStatusCodeableConcept: codeOf(SYSTEM.fasting, code, display),
        }),
        container: kind && [
          given({ type: { text: textOf(kind.name) }, additiveCodeableConcept: additive && { text: additive } }),
        ],
        // R4 has no element for why one is unsatisfactory.
        note: notesOf(tube).map((text) => ({ text })),
      }),
    ];
  });
}

/** The tubes that were drawn, the latest first. */
export const specimenType = defineType({
  type: 'Specimen',
  resource: 'drawnTubes',
  summary: ['Drawn tubes, the latest first.', 'One drawn tube.'],
  operations: ['fhirSpecimens', 'fhirSpecimen'],
  query,
  parameters: {
    _id: { type: 'token' },
    collected: { type: 'date', documentation: 'Prefixes eq, ge, gt, le, lt, sa, eb; days in the business time zone.' },
    identifier: { type: 'token', documentation: 'The label.' },
  },
  roles: rolesFor('drawnTubes'),
  async search(asking, account, services) {
    const most = countOf(asking);
    const found = await tubesFor(asking, account, services, most);
    const page = found.slice(0, most);
    const next = found.length > most ? page.at(-1)?.id : undefined;
    return { resources: await resourcesOf(page, account, services), most, next };
  },
  count: (asking, account, services) => countOfMatches(matchOf(asking, account, services), services),
  async read(id, account, services) {
    const [tube] = await tubesFor({ _id: id }, account, services, 1);
    const [resource] = tube ? await resourcesOf([tube], account, services) : [];
    if (!tube || !resource) return undefined;
    return { resource, version: tube.version, changedAt: Date.parse(textOf(tube.changedAt)) };
  },
});
