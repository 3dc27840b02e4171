import { sql } from 'kysely';
import type { CollectionRecord } from 'portal-frame';
import {
  type RecordsContext,
  records,
  systemContext,
  type TransactionHookContext,
  transaction,
} from 'portal-frame/server';
import { acquireLock, findCollection } from 'portal-frame/server/database';
import type { Adjustment } from '../../money/server/ledgerRules.ts';
import { openMonth } from '../../money/server/openMonth.ts';

type Stored = CollectionRecord<'adjustments'>;

const toAdjustment = ({ id, change, side, kind, amount, reason }: Stored): Adjustment => ({
  ...{ id, change, reason, side: side ?? 'charge', kind: kind ?? null },
  cents: Math.round((amount ?? 0) * 100) * (change === 'credit' ? -1 : 1),
});

/** Finds the adjustments of visits that stand, by visit. */
export async function findAdjustments(
  context: RecordsContext,
  visits: readonly string[],
): Promise<ReadonlyMap<string, Adjustment[]>> {
  if (!findCollection(context.services, 'adjustments')) return new Map();
  const { records: found } = await records(systemContext(context)).find('adjustments', {
    where: { visit: { in: visits }, state: 'standing' },
    sort: { field: 'createdAt', order: 'ASC' },
    perPage: 10_000,
  });
  const byVisit = Map.groupBy(found, ({ visit }) => visit ?? '');
  return new Map([...byVisit].map(([visit, some]) => [visit, some.map(toAdjustment)]));
}

/** True if the visit has a line of this side and kind that stands. */
export async function hasLine(context: RecordsContext, { visit, side, kind }: Partial<Stored>): Promise<boolean> {
  const where = { visit: visit ?? '', side: side ?? 'charge', kind: kind ?? 'visit' };
  const { total } = await records(systemContext(context)).aggregate('ledgerEntries', {
    where,
    measures: [{ sum: 'quantity' }],
  });
  return Number(total.sum_quantity ?? 0) > 0;
}

/**
 * True if the same amount was added or credited to the visit or invoice already, and was not withdrawn. Makes other
 * adjustments of the visit or invoice wait.
 */
export async function isRepeated(
  context: Pick<TransactionHookContext, 'services' | 'account' | 'transaction' | 'db'>,
  { visit, invoice, change, side, amount }: Partial<Stored>,
): Promise<boolean> {
  if (!change || change === 'waive') return false;
  await acquireLock(context.db, context.services.store.kind, sql`hashtext(${`adjustments ${visit ?? invoice}`})`);
  const { records: same } = await records(systemContext(context)).find('adjustments', {
    where: { ...(visit ? { visit, side: side ?? 'charge' } : { invoice }), change, amount, state: 'standing' },
    perPage: 1,
  });
  return same.length > 0;
}

/** Charges or credits the payer of an invoice, in the month of the invoice or the next one that is open. */
export const bookForInvoice = (context: RecordsContext, adjustment: Stored): Promise<void> =>
  transaction(context, async (tx) => {
    const api = records(systemContext(tx));
    const { month, laboratory, payer } = await api.findOne('invoices', adjustment.invoice ?? '');
    const { cents, reason } = toAdjustment(adjustment);
    const at = new Date().toISOString();
    const dollars = cents / 100;
    await api.create('ledgerEntries', {
      ...{ side: 'charge', outcome: 'adjusted', kind: 'adjustment', rule: adjustment.id, own: true, reason },
      ...{ laboratory, payer, visitAt: at, since: at.slice(0, 10), patientCode: '–' },
      ...{ quantity: 1, rate: dollars, charge: dollars, month: await openMonth(tx, month ?? '') },
    });
  });

/** Reverses the entry of an adjustment of an invoice. */
export const reverseForInvoice = (context: RecordsContext, { id, withdrawal }: Stored): Promise<void> =>
  transaction(context, async (tx) => {
    const api = records(systemContext(tx));
    const entry = await api.findOne('ledgerEntries', { where: { rule: id, kind: 'adjustment' } });
    const { side, outcome, kind, rule, own, laboratory, payer, visitAt, since, patientCode, rate, charge, month } =
      entry;
    await api.create('ledgerEntries', {
      ...{ side, outcome, kind, rule, own, laboratory, payer, visitAt, since, patientCode, rate, reason: withdrawal },
      ...{ quantity: -1, charge: -(charge ?? 0), month: await openMonth(tx, month) },
    });
  });
