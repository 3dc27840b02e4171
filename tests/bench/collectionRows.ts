import { type Collection, type RecordValues, toCollectionDb, toRowColumns } from 'portal-frame/internal/records';
import type { Store } from 'portal-frame/internal/server';
import config from '../fixtures/supplies.ts';

export const ZONE = 'America/New_York';
const ITEMS = ['Gauze', 'Tubes 5 ml', 'Nadel "21G"', 'Ärmel', 'swab_dry', '100% cotton'];
/** Rows per laboratory, so that more rows mean more laboratories. */
const PER_LABORATORY = 250;

export const READER = { id: 'admin', role: 'admin', sessionId: '', reauthenticatedAt: 0 } as const;

export const idOf = (n: number): string => String(n).padStart(24, '0');

/** With an index for a list that is measured with 1,000,000 records. */
export const supplies = { ...config, indexes: [{ fields: ['state', 'quantity'] }] } as const;

/** Reproducible values of supplies: one in forty is ordered, one in ninety has no laboratory. */
export const supplyValues = (n: number, rows: number): RecordValues => ({
  item: `${ITEMS[n % ITEMS.length]} ${n}`,
  quantity: n % 700,
  price: n / 100,
  state: n % 40 ? 'In stock' : 'Ordered',
  fragile: n % 2 === 0,
  laboratory: n % 90 ? idOf(n % Math.ceil(rows / PER_LABORATORY)) : null,
  note: n % 7 ? null : `Shelf ${n % 31}`,
});

export function supplyRow(collection: Collection, n: number, rows: number): Record<string, unknown> {
  const audit = { id: idOf(n), version: 1, created_at: n, created_by: null, changed_at: n, changed_by: null };
  return { ...toRowColumns(collection, supplyValues(n, rows), ZONE), ...audit };
}

export async function fillSupplies({ db }: Store, collection: Collection, rows: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (let from = 0; from < rows; from += 500) {
      const part = Array.from({ length: Math.min(500, rows - from) }, (_, at) =>
        supplyRow(collection, from + at, rows),
      );
      await toCollectionDb(transaction)
        .insertInto(collection.table)
        .values(part as never)
        .execute();
    }
  });
}
