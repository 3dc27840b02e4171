import type { Db } from '../../../frame/server/db/databaseSchema.ts';
import { toCollectionDb } from '../../../frame/server/records/schema/collectionDb.ts';
import type { RecordValues } from '../../../frame/server/records/schema/recordRow.ts';
import type { TUBE_STATES } from '../../../src/wire/orderApi.ts';
import { findOrderCollections, getColumn } from '../../orders/orderCollections.ts';
import { findRecordsBy, type PlannedOrder, planOrders } from '../../orders/plannedOrders.ts';
import { requestRedraw } from '../../orders/redraw.ts';
import { computeStability } from '../../orders/tubeStability.ts';
import type { AppointmentRow } from '../../store/schema.ts';
import { defineSeed, type SeedContext } from '../seedCollections.ts';
import { type CarriedTube, groupIntoHandOvers, seedHandOvers } from '../seedHandOvers.ts';
import { LABORATORIES } from '../staff.ts';

type State = (typeof TUBE_STATES)[number];
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** From the end of a hand-over's scan to what the laboratory says of its tubes. */
const LOOK = 50 * MINUTE;
/** Days back that visits have tubes. */
const BACK = 9;

/** Where the last of them are, the latest at the end. */
const ON_THE_WAY: readonly State[] = [
  'received',
  'handedOver',
  'received',
  'accepted',
  'received',
  'handedOver',
  'drawn',
  'drawn',
];

/** Of the others the laboratory accepted all but these, by their number. */
const FATES: Readonly<Record<number, { state: State; reason?: string; note?: string }>> = {
  12: { state: 'rejected', reason: 'RH', note: 'Clearly pink after the centrifuge.' },
  47: { state: 'rejected', reason: 'QS' },
  61: { state: 'rejected', reason: 'RM', note: 'The label stuck to the bag.' },
};

const visitsOf = (db: Db): Promise<AppointmentRow[]> =>
  db
    .selectFrom('appointments')
    .selectAll()
    .where('status', '=', 'Completed')
    .where('employee_id', 'is not', null)
    .where('laboratory_id', 'is not', null)
    .where('scheduled_at', '>', Date.now() - BACK * DAY)
    .where('scheduled_at', '<', Date.now())
    .orderBy('scheduled_at')
    .orderBy('patient_key')
    .execute();

/** A tube with what decides when it was handed over. */
interface Made extends CarriedTube {
  tube: RecordValues;
  state: State;
}

/** The tubes of a visit that was made; `first` is the number of the first of them. */
const tubesOf = ({ order, row, tubes }: PlannedOrder, first: number): Made[] =>
  tubes.map(({ kind, tests }, index) => {
    const number = first + index;
    const drawnAt = Math.min(Date.now(), row.scheduled_at + (8 + index) * MINUTE);
    const { state, reason = null, note = null } = FATES[number] ?? { state: 'accepted' as const };
    const [drawnBy, laboratory] = [row.employee_id ?? '', row.laboratory_id ?? ''];
    const tube = {
      ...{ label: `TB-${40_001 + number}`, testOrder: order.id, tubeKind: kind.id, drawnBy },
      drawnAt: new Date(drawnAt).toISOString(),
      ...computeStability(tests, drawnAt),
      ...{ rejectReason: reason, rejectNote: note, redraw: null },
    };
    return { tube, state, drawnBy, laboratory, drawnAt };
  });

const isLate = ({ tube: { keepsUntil } }: Made) => keepsUntil && Date.parse(String(keepsUntil)) < Date.now();

/** Of the tubes that were accepted one is missing instead, and one on its way and late: the demo laboratory's, for who tries it. */
function leaveBehind(made: readonly Made[], demo: string | undefined): void {
  const accepted = made.filter(({ state }) => state === 'accepted');
  const own = accepted.filter(({ laboratory }) => laboratory === demo);
  const missing = own[0] ?? accepted[0];
  if (missing) missing.state = 'missing';
  const late = [...accepted, ...own].findLast((one) => one !== missing && isLate(one));
  if (late) late.state = 'handedOver';
}

/** When the laboratory decided on each tube that it decided on: some time after the scan that it arrived with. */
const decided = (made: readonly Made[]): ReadonlyMap<Made, string> =>
  new Map(
    groupIntoHandOvers(made).flatMap(({ tubes, closedAt }) =>
      tubes
        .filter(({ state }) => closedAt !== null && (state === 'accepted' || state === 'rejected'))
        .map((one) => [one, new Date(Math.min(Date.now(), (closedAt ?? 0) + LOOK)).toISOString()] as const),
    ),
  );

/** Opens the redraws of those that were rejected. */
async function redraw({ db, services, insert: add }: SeedContext, ids: readonly string[]): Promise<void> {
  const places = findOrderCollections(services);
  if (!places) return;
  const { drawnTubes, testOrders } = places;
  const reading = { db, collections: services.collections };
  const rejected = (await findRecordsBy(reading, drawnTubes, ids)).filter(({ state }) => state === 'rejected');
  const records = {
    create: async (name: string, values: RecordValues) =>
      (await add(name, [{ fasting: 'notAsked', ...values }]))[0] ?? '',
    // Two of one order wait for one visit; here each has its own order.
    update: async () => {},
    note: () => {},
    publish: () => {},
  };
  const writing = toCollectionDb(db as never);
  for (const tube of rejected) {
    const order = await requestRedraw({ db: writing, services, records }, tube);
    const value = { [getColumn(drawnTubes, 'redraw')]: order };
    await writing.updateTable(drawnTubes.table).set(value).where('id', '=', tube.id).execute();
  }
  // One of them has its time.
  const [last] = rejected.toReversed();
  if (!last) return;
  const agreed = { [getColumn(testOrders, 'proposedFor')]: null };
  const of = getColumn(testOrders, 'redrawOf');
  await writing.updateTable(testOrders.table).set(agreed).where(of, '=', String(last.testOrder)).execute();
}

export default defineSeed({
  dependsOn: ['testOrders', 'stabilities'],
  async records({ db, services, accounts: people }) {
    const planned = await planOrders({ db, collections: services.collections }, await visitsOf(db));
    const made: Made[] = [];
    for (const one of planned.toSorted((a, b) => a.row.scheduled_at - b.row.scheduled_at))
      made.push(...tubesOf(one, made.length));
    for (const [index, state] of ON_THE_WAY.entries()) {
      const one = made.at(index - ON_THE_WAY.length);
      if (one) one.state = state;
    }
    leaveBehind(made, people('laboratory').find(({ email }) => email === LABORATORIES[0]?.email)?.id);
    const decidedAt = decided(made);
    return made.map((one) => ({ ...one.tube, state: one.state, decidedAt: decidedAt.get(one) ?? null }));
  },
  async afterInsert(seeding, ids) {
    await redraw(seeding, ids);
    await seedHandOvers(seeding, ids);
  },
});
