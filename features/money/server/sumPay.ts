import { records, type Services, systemContext } from 'portal-frame/server';
import { findCollection } from 'portal-frame/server/database';

/** Sums an employee's pay by the ledger, in dollars; undefined without a ledger. */
export async function sumPay(services: Services, employee: string): Promise<number | undefined> {
  if (!findCollection(services, 'ledgerEntries')) return undefined;
  const { total } = await records(systemContext(services)).aggregate('ledgerEntries', {
    where: { employee, side: 'earning' },
    measures: [{ sum: 'earning' }],
  });
  return total.sum_earning ?? 0;
}
