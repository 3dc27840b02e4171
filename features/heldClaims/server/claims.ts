import { getToday, type RecordsContext } from 'portal-frame/server';
import type { Db } from 'portal-frame/server/database';
import { findNeeds } from '../../../server/calls/planning/bookingRules.ts';
import { EARLY_MINUTES, getMinutesBefore, isTooEarly } from '../../../server/calls/planning/earlyReports.ts';
import type { AppointmentRow } from '../../../server/store/schema.ts';
import { findWireOrders } from '../../../server/visitOrders.ts';
import type { ReportedFacts } from '../../money/server/ledgerParts.ts';
import { findStay, type Stay } from '../../money/server/visitFacts.ts';
import type { LedgerKind } from '../../money/wire/moneyKinds.ts';
import type { Claim } from './holds.ts';
import { findTripClaims } from './tripClaims.ts';

const MINUTE = 60_000;
/** Minutes that a visit may take beyond its planned ones before somebody looks at it. */
const SPARE_MINUTES = 120;
/** Hours between the time of a visit and a start on another day, such as one after midnight. */
const NEAR_HOURS = 6;
/** Tubes beyond the planned ones: those that broke, clotted or were drawn short. */
const SPARE_TUBES = 2;

type Stays = readonly { row: AppointmentRow; stay: Stay }[];
const getDb = ({ transaction, services }: RecordsContext): Db => transaction?.db ?? services.db;

/** Reads failed trips, with those held that were reported well before the visit. */
async function findOutcomeClaims(context: RecordsContext, { rows, reports }: ReportedFacts): Promise<Claim[]> {
  const { services } = context;
  const failed = rows.filter((row) => row.visit_state === 'couldNotDraw' && row.status !== 'Completed');
  if (failed.length === 0) return [];
  const needs = await findNeeds(
    { ...services, db: getDb(context) },
    failed.map(({ id }) => id),
  );
  return failed.flatMap((row) => {
    const report = reports.get(row.id)?.findLast(({ kind }) => kind === 'couldNotDraw');
    if (!report) return [];
    const day = getToday(services.config.timeZone, row.scheduled_at);
    const subject = { visit: row.id, trip: null, employee: report.account_id, kind: 'outcome', day } as const;
    const claimed = getMinutesBefore(row, report.made_at, needs);
    return {
      ...subject,
      claimed,
      expected: EARLY_MINUTES,
      cause: isTooEarly(row, report.made_at, needs) ? 'tooEarly' : undefined,
      content: [report.reason, report.made_at],
    };
  });
}

/** Finds stays during which the same person reported on another visit. */
async function findElsewhere(db: Db, stays: Stays): Promise<ReadonlySet<string>> {
  if (stays.length === 0) return new Set();
  const found = await db
    .selectFrom('visit_reports')
    .select(['appointment_id', 'account_id', 'made_at'])
    .where('kind', 'in', ['started', 'done', 'couldNotDraw'])
    .where((of) =>
      of.or(
        stays.map(({ stay: { employee, from, to } }) =>
          of.and([of('account_id', '=', employee), of('made_at', '>', from), of('made_at', '<', to)]),
        ),
      ),
    )
    .execute();
  const isBetween = ({ employee, from, to }: Stay, report: (typeof found)[number]) =>
    report.account_id === employee && report.made_at > from && report.made_at < to;
  const elsewhere = stays.filter(({ row, stay }) =>
    found.some((report) => report.appointment_id !== row.id && isBetween(stay, report)),
  );
  return new Set(elsewhere.map(({ row }) => row.id));
}

/** Reads minutes at the door, with those held that start on another day, take too long, or overlap another visit. */
async function findMinuteClaims(context: RecordsContext, { rows, reports }: ReportedFacts): Promise<Claim[]> {
  const { services } = context;
  const { timeZone, visitMinutes } = services.config;
  const db = getDb(context);
  const stays = rows.flatMap((row) => {
    const stay = row.status === 'Completed' ? findStay(reports.get(row.id) ?? []) : undefined;
    return stay ? [{ row, stay }] : [];
  });
  if (stays.length === 0) return [];
  const needs = await findNeeds(
    { ...services, db },
    stays.map(({ row }) => row.id),
  );
  const elsewhere = await findElsewhere(db, stays);
  return stays.map(({ row, stay: { from, to, minutes, employee } }) => {
    const expected = (needs.get(row.id)?.minutes ?? visitMinutes) + SPARE_MINUTES;
    const day = getToday(timeZone, row.scheduled_at);
    const isNear = Math.abs(from - row.scheduled_at) <= NEAR_HOURS * 60 * MINUTE;
    // A wrong clock is set to the time of the booking (visitReports.ts).
    const isOther = (getToday(timeZone, from) !== day && !isNear) || from <= row.created_at;
    const cause = isOther
      ? 'otherDay'
      : isTooEarly(row, from, needs)
        ? 'tooEarly'
        : minutes > expected
          ? 'tooLong'
          : elsewhere.has(row.id)
            ? 'elsewhere'
            : undefined;
    const subject = { visit: row.id, trip: null, employee, kind: 'minutes', day } as const;
    return { ...subject, claimed: minutes, expected, cause, content: [from, to] };
  });
}

/** Counts tubes of visits, with those held that are more than their tests need. */
async function findTubeClaims(context: RecordsContext, { rows }: ReportedFacts): Promise<Claim[]> {
  const { services } = context;
  const orders = await findWireOrders({ ...services, db: getDb(context) }, rows);
  return rows.flatMap((row) => {
    const order = orders.get(row.id);
    if (!order) return [];
    const { tests, tubes, drawn } = order;
    const expected = Math.max(tubes.length, tests.length, 1) + SPARE_TUBES;
    const cause = drawn.length > expected ? 'tooMany' : undefined;
    const day = getToday(services.config.timeZone, row.scheduled_at);
    const subject = { visit: row.id, trip: null, employee: row.employee_id, kind: 'tubes', day } as const;
    return { ...subject, claimed: drawn.length, expected, cause, content: drawn.length };
  });
}

/** Reads the reported quantities of visits, of kinds that are charged or paid, and what speaks against them. */
export async function findClaims(context: RecordsContext, input: ReportedFacts): Promise<Claim[]> {
  const has = (...kinds: LedgerKind[]) => kinds.some((kind) => input.kinds.has(kind));
  return [
    ...(input.kinds.size > 0 ? await findOutcomeClaims(context, input) : []),
    ...(has('waiting', 'hour') ? await findMinuteClaims(context, input) : []),
    ...(has('tube') ? await findTubeClaims(context, input) : []),
    ...(has('mile') ? await findTripClaims(context, input) : []),
  ];
}
