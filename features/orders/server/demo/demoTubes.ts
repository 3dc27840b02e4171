import type { RecordValues } from 'portal-frame';
import { records, systemContext } from 'portal-frame/server';
import { type Db, findStoredRecords, getColumn, toCollectionDb } from 'portal-frame/server/database';
import { LABORATORIES } from '../../../../server/demo/demoStaff.ts';
import { defineSeed, type SeedContext } from '../../../../server/demo/seedCollections.ts';
import type { AppointmentRow } from '../../../../server/store/schema.ts';
import type { TUBE_STATES } from '../../../../src/wire/orderApi.ts';
import { findOrderCollections } from '../orderCollections.ts';
import { type PlannedOrder, planOrders } from '../plannedOrders.ts';
import { requestRedraw } from '../redraw.ts';
import { computeStability } from '../tubeStability.ts';
import { type CarriedTube, groupIntoHandOvers } from './handOverRounds.ts';

type State = (typeof TUBE_STATES)[number];
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** From the end of the scan to the laboratory's decision. */
const DECISION_TIME = 50 * MINUTE;
const DAYS_BACK = 9;

/** States of the latest tubes, the latest last. */
const LATEST_STATES: readonly State[] = [
  'received',
  'handedOver',
  'received',
  'accepted',
  'received',
  'handedOver',
  'drawn',
  'drawn',
];

/** Other tubes are accepted except these, by number. */
const REJECTED: Readonly<Record<number, { state: State; reason?: string; note?: string }>> = {
  12: { state: 'rejected', reason: 'RH', note: 'Clearly pink after the centrifuge.' },
  47: { state: 'rejected', reason: 'QS' },
  61: { state: 'rejected', reason: 'RM', note: 'The label stuck to the bag.' },
};

const findVisits = (db: Db): Promise<AppointmentRow[]> =>
  db
    .selectFrom('appointments')
    .selectAll()
    .where('status', '=', 'Completed')
    .where('employee_id', 'is not', null)
    .where('laboratory_id', 'is not', null)
    .where('scheduled_at', '>', Date.now() - DAYS_BACK * DAY)
    .where('scheduled_at', '<', Date.now())
    .orderBy('scheduled_at')
    .orderBy('patient_key')
    .execute();

interface DemoTube extends CarriedTube {
  tube: RecordValues;
  state: State;
}

/** Creates the tubes of a completed visit; `first` is the number of the first tube. */
const createTubes = ({ order, row, tubes }: PlannedOrder, first: number): DemoTube[] =>
  tubes.map(({ kind, tests }, index) => {
    const number = first + index;
    const drawnAt = Math.min(Date.now(), row.scheduled_at + (8 + index) * MINUTE);
    const { state, reason = null, note = null } = REJECTED[number] ?? { state: 'accepted' as const };
    const [drawnBy, laboratory] = [row.employee_id ?? '', row.laboratory_id ?? ''];
    const tube = {
      ...{ label: `TB-${40_001 + number}`, testOrder: order.id, tubeKind: kind.id, drawnBy },
      drawnAt: new Date(drawnAt).toISOString(),
      ...computeStability(tests, drawnAt),
      ...{ rejectReason: reason, rejectNote: note, redraw: null },
    };
    return { tube, state, drawnBy, laboratory, drawnAt };
  });

const isLate = ({ tube: { keepsUntil } }: DemoTube) => keepsUntil && Date.parse(String(keepsUntil)) < Date.now();

/** Makes one accepted tube missing and one late, if possible of the demo laboratory. */
function addProblems(made: readonly DemoTube[], demo: string | undefined): void {
  const accepted = made.filter(({ state }) => state === 'accepted');
  const own = accepted.filter(({ laboratory }) => laboratory === demo);
  const missing = own[0] ?? accepted[0];
  if (missing) missing.state = 'missing';
  const late = [...accepted, ...own].findLast((one) => one !== missing && isLate(one));
  if (late) late.state = 'handedOver';
}

/** Returns when the laboratory decided on each accepted or rejected tube: DECISION_TIME after the scan ended. */
const getDecisionTimes = (made: readonly DemoTube[]): ReadonlyMap<DemoTube, string> =>
  new Map(
    groupIntoHandOvers(made).flatMap(({ tubes, closedAt }) =>
      tubes
        .filter(({ state }) => closedAt !== null && (state === 'accepted' || state === 'rejected'))
        .map((one) => [one, new Date(Math.min(Date.now(), (closedAt ?? 0) + DECISION_TIME)).toISOString()] as const),
    ),
  );

/** Requests redraws of the rejected tubes. */
async function requestRedraws({ db, services }: SeedContext, ids: readonly string[]): Promise<void> {
  const collections = findOrderCollections(services);
  if (!collections) return;
  const { drawnTubes, testOrders } = collections;
  const rejected = (await findStoredRecords(db, drawnTubes, ids)).filter(({ state }) => state === 'rejected');
  const tables = toCollectionDb(db);
  const lists = { changes: [], alsoChanged: [], freedFiles: [], failures: [] };
  const transaction = { db: tables, publish: () => {}, ...lists };
  const api = records(systemContext({ services, transaction, account: null }));
  for (const tube of rejected) {
    const order = await requestRedraw({ db: tables, services, transaction, records: api }, tube);
    const value = { [getColumn(drawnTubes, 'redraw')]: order };
    await tables.updateTable(drawnTubes.table).set(value).where('id', '=', tube.id).execute();
  }
  // The time of one redraw is agreed on.
  const [last] = rejected.toReversed();
  if (!last) return;
  const timeAgreed = { [getColumn(testOrders, 'proposedFor')]: null };
  const redrawOf = getColumn(testOrders, 'redrawOf');
  await tables.updateTable(testOrders.table).set(timeAgreed).where(redrawOf, '=', String(last.testOrder)).execute();
}

export default defineSeed({
  dependsOn: ['testOrders', 'stabilities'],
  async records({ db, services, accounts }) {
    const planned = await planOrders({ db, collections: services.collections }, await findVisits(db));
    const made: DemoTube[] = [];
    for (const one of planned.toSorted((a, b) => a.row.scheduled_at - b.row.scheduled_at))
      made.push(...createTubes(one, made.length));
    for (const [index, state] of LATEST_STATES.entries()) {
      const one = made.at(index - LATEST_STATES.length);
      if (one) one.state = state;
    }
    addProblems(made, accounts('laboratory').find(({ email }) => email === LABORATORIES[0]?.email)?.id);
    const decidedAt = getDecisionTimes(made);
    return made.map((one) => ({ ...one.tube, state: one.state, decidedAt: decidedAt.get(one) ?? null }));
  },
  afterInsert: requestRedraws,
});
