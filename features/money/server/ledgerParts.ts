import type { RecordsContext, TransactionContext } from 'portal-frame/server';
import type { AppointmentRow, VisitReportRow } from '../../../server/store/schema.ts';
import type { Trip } from '../../mileage/server/tripShares.ts';
import type { LedgerKind } from '../wire/moneyKinds.ts';
import type { Adjustment } from './ledgerRules.ts';

/** Reports about visits, with what they are priced by. */
export interface ReportedFacts {
  rows: readonly AppointmentRow[];
  reports: ReadonlyMap<string, readonly VisitReportRow[]>;
  /** Trips of the visits. */
  trips: readonly Trip[];
  /** Kinds of the prices and rates of the visits. */
  kinds: ReadonlySet<LedgerKind>;
}

/** Checks of reported quantities. */
export interface ClaimChecks {
  /** Finds the quantities that the ledger ignores, as kind and id of the visit or trip: `miles 12`. */
  findIgnored(context: RecordsContext, facts: ReportedFacts): Promise<ReadonlySet<string>>;
  /** True if `update` would change what is held. */
  isOutdated(context: RecordsContext, facts: ReportedFacts): Promise<boolean>;
  /** Holds implausible quantities and releases others, in the transaction that settles the visits. */
  update(tx: TransactionContext, facts: ReportedFacts): Promise<void>;
  /** Counts the held quantities of visits before a day. */
  countHeld(context: RecordsContext, day: string): Promise<number>;
}

/** Ids of the visits that a record is about, or of their orders or trips. */
export type Subjects = Partial<Record<'visits' | 'orders' | 'trips', readonly unknown[]>>;
export type FindSubjects = (id: string, values: Readonly<Record<string, unknown>>) => Subjects;

declare module 'portal-frame/server' {
  /** Parts that the ledger asks of other features. */
  interface AppPluginParts {
    claimChecks?: ClaimChecks;
    /** Finds the decisions of admins about visits, by visit. */
    findAdjustments?(
      context: RecordsContext,
      visits: readonly string[],
    ): Promise<ReadonlyMap<string, readonly Adjustment[]>>;
    /** Further facts that amounts are computed from, by resource. A change of one settles its visits. */
    moneyFacts?: Readonly<Record<string, FindSubjects>>;
  }
}

type Context = Pick<RecordsContext, 'services'>;

const listParts = ({ services }: Context) => services.config.app.plugins ?? [];

/** Returns the checks of reported quantities; undefined without a feature that has some. */
export const getClaimChecks = (context: Context) => listParts(context).find((one) => one.claimChecks)?.claimChecks;

/** Finds the decisions of admins about visits, by visit. */
export const findAdjustments = async (context: RecordsContext, visits: readonly string[]) =>
  (await listParts(context)
    .find((one) => one.findAdjustments)
    ?.findAdjustments?.(context, visits)) ?? new Map<string, readonly Adjustment[]>();

/** Returns the facts of other features, by resource. */
export const getFurtherFacts = (context: Context): Readonly<Record<string, FindSubjects>> =>
  Object.assign({}, ...listParts(context).map(({ moneyFacts }) => moneyFacts));
