import type { CollectionRecord } from 'portal-frame';
import { applyRules, type VisitFacts } from '../../money/ledgerRules.ts';
import { toEntries, toMonth, toRule } from '../../money/settleVisits.ts';
import { collectFacts } from '../../money/visitFacts.ts';
import { defineSeed, type SeedContext } from '../seedCollections.ts';
import payRates from './payRates.ts';
import prices from './prices.ts';

type StoredRule = CollectionRecord<'prices'> | CollectionRecord<'payRates'>;

/** Returns the demo's prices or rates as rules. */
async function listRules(context: SeedContext, name: 'prices' | 'payRates') {
  const { records } = name === 'prices' ? prices : payRates;
  return (await records(context)).map((values, at) => toRule({ ...values, id: context.ids(name)[at] } as StoredRule));
}

/** Returns the ledger entries of past visits, without trips and tubes, which the demo adds later. */
async function planEntries(context: SeedContext) {
  const { db, services } = context;
  const query = db.selectFrom('appointments').selectAll().where('status', '!=', 'Pending');
  const rows = await query.orderBy('scheduled_at').orderBy('patient_key').execute();
  const facts = await collectFacts({ db, services, account: null }, rows, new Set());
  const [charged, paid] = [await listRules(context, 'prices'), await listRules(context, 'payRates')];
  return rows.flatMap((row) => {
    const fact = facts.get(row.id) as VisitFacts;
    return toEntries(row, applyRules(fact, charged, paid), toMonth(fact.day));
  });
}

export default defineSeed({
  dependsOn: ['prices', 'payRates'],
  records: planEntries,
  async afterInsert(context) {
    const months = new Set((await planEntries(context)).map(({ month }) => month));
    const periods = [...months].map((month) => ({ month, state: 'open', closeAnyway: false }));
    await context.insert('periods', periods);
  },
});
