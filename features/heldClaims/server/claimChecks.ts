import { type RecordsContext, records, systemContext } from 'portal-frame/server';
import type { ClaimChecks, ReportedFacts } from '../../money/server/ledgerParts.ts';
import { findClaims } from './claims.ts';
import { compareHolds, findHolds, listIgnored, storeHolds } from './holds.ts';

const findHoldsOf = (context: RecordsContext, { rows, trips }: ReportedFacts) =>
  findHolds(
    context,
    rows.map(({ id }) => id),
    trips.map(({ id }) => id),
  );

const findDifferences = async (context: RecordsContext, facts: ReportedFacts) =>
  compareHolds(await findHoldsOf(context, facts), await findClaims(context, facts));

/** Checks of the ledger: implausible claims wait for an admin. */
export const claimChecks: ClaimChecks = {
  findIgnored: async (context, facts) => listIgnored(await findHoldsOf(context, facts)),
  isOutdated: async (context, facts) => (await findDifferences(context, facts)).length > 0,
  update: async (tx, facts) => storeHolds(tx, await findDifferences(tx, facts)),
  countHeld: (context, day) =>
    records(systemContext(context)).count('heldFacts', { where: { day: { lt: day }, state: 'held' } }),
};
