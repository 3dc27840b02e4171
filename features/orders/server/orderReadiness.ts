import { sql } from 'kysely';
import type { Services } from 'portal-frame/server';
import { type Db, expandJsonTexts, getColumn, getFieldLinkTable, runCachedQuery } from 'portal-frame/server/database';
import type { FullAppointment } from '../../../server/store/appointments.ts';
import { findDeclined } from '../../../server/visitParts.ts';
import { FASTING, type Gap } from '../../../src/wire/orderApi.ts';
import { findOrderCollections, type OrderCollections } from './orderCollections.ts';
import { listGaps, type OrderReadiness } from './orderGaps.ts';

interface ReadinessRow {
  appointment: string;
  ordered_by: string | null;
  document_needed: number | null;
  fasting: string | null;
  tests: number;
  fasting_hours: number | null;
  proposed_for: number | null;
  agreed_at: number | null;
}

async function findReadiness(
  db: Db,
  places: OrderCollections,
  times: ReadonlyMap<string, number>,
): Promise<Map<string, OrderReadiness> | undefined> {
  const { testOrders: orders, tests } = places;
  const column = (field: string) => sql.ref(`o.${getColumn(orders, field)}`);
  const links = getFieldLinkTable(orders, 'tests');
  const hours = sql.ref(`t.${getColumn(tests, 'fastingHours')}`);
  const shape = `ready ${orders.table} ${tests.table} ${links} ${orders.columns.map(({ valueColumn }) => valueColumn)}`;
  const rows = await runCachedQuery(db, shape, { ids: JSON.stringify([...times.keys()]) }, (value) => ({
    compile: () =>
      sql<ReadinessRow>`select ${column('appointment')} as appointment, ${column('orderedBy')} as ordered_by,
        ${column('documentNeeded')} as document_needed, ${column('fasting')} as fasting, ${column('proposedFor')} as proposed_for,
        ${column('agreedAt')} as agreed_at,
        count(t.id) as tests, max(${hours}) as fasting_hours
      from ${sql.table(orders.table)} as o
        left join ${sql.table(links)} as l on l.record_id = o.id
        left join ${sql.table(tests.table)} as t on t.id = l.target_id
      where ${column('appointment')} in ${expandJsonTexts(db, value.ids)}
      group by o.id
      union all select '', null, null, null, null, null, count(*), null from (select 1 from ${sql.table(tests.table)} limit 1) as c`.compile(
        db,
      ),
  }));
  const catalogue = rows.find(({ appointment }) => appointment === '');
  if (!Number(catalogue?.tests)) return undefined;
  return new Map(
    rows.map((row) => [
      row.appointment,
      {
        orderedBy: row.ordered_by,
        documentNeeded: Number(row.document_needed) === 1,
        fasting: FASTING.find((one) => one === row.fasting) ?? 'notAsked',
        tests: Number(row.tests),
        fastingHours: row.fasting_hours ?? 0,
        // Moving the visit means that another time was agreed.
        timeOpen: row.proposed_for !== null && Number(row.proposed_for) === times.get(row.appointment),
        agreedAt: Number(row.agreed_at ?? 0),
      },
    ]),
  );
}

/** Finds what is missing before each pending visit, by id; 'declined' until the patient agrees again. */
export async function findVisitGaps(
  services: Pick<Services, 'db' | 'collections' | 'config'>,
  appointments: readonly FullAppointment[],
): Promise<ReadonlyMap<string, Gap[]>> {
  const { db } = services;
  const pending = appointments.filter(({ row }) => row.status === 'Pending');
  if (pending.length === 0) return new Map();
  const rows = pending.map(({ row }) => row);
  const places = findOrderCollections(services);
  const declined = await findDeclined(services, rows);
  const times = new Map(rows.map((row) => [row.id, row.scheduled_at]));
  const prepared = places && (await findReadiness(db, places, times));
  if (!declined && !prepared) return new Map();
  return new Map(
    pending.map(({ row, documents }) => {
      const order = prepared?.get(row.id);
      const declinedAt = declined?.get(row.id);
      const isDeclined = declinedAt !== undefined && declinedAt > (order?.agreedAt ?? 0);
      return [
        row.id,
        [...(isDeclined ? (['declined'] as const) : []), ...(prepared ? listGaps(order, documents.length) : [])],
      ];
    }),
  );
}
