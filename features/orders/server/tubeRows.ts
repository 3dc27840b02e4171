import { sql } from 'kysely';
import type { Services, TransactionContext } from 'portal-frame/server';
import { type Db, getColumn, toCollectionDb, toUniqueKey } from 'portal-frame/server/database';
import { findOrderCollections, type OrderCollections } from './orderCollections.ts';

/** Finds the id of an order's appointment; '' if the order was deleted. */
export async function findVisitId(db: Db, services: Pick<Services, 'collections'>, order: string): Promise<string> {
  const places = findOrderCollections(services);
  if (!places) return '';
  const row = await toCollectionDb(db)
    .selectFrom(places.testOrders.table)
    .select(sql<string>`${sql.ref(getColumn(places.testOrders, 'appointment'))}`.as('visit'))
    .where('id', '=', order)
    .executeTakeFirst();
  return row?.visit ?? '';
}

export interface VisitTube {
  id: string;
  label: string;
  state: string;
  visit: string;
  /** Has it in hand: drew it, or else is the visit's employee. */
  employee: string | null;
  laboratory: string | null;
}

const MAX_TUBES_IN_HAND = 500;

/** Compiles who has a tube in hand. The visit may be given to another employee after the draw. */
const compileHolder = ({ drawnTubes }: OrderCollections) =>
  sql`coalesce(${sql.ref(`t.${getColumn(drawnTubes, 'drawnBy')}`)}, a.employee_id)`;

/** Finds the drawn tubes that an employee has in hand, the newest first. */
export async function findTubesInHand(
  db: Db,
  places: OrderCollections,
  employee: string,
): Promise<{ label: string; laboratory: string; name: string }[]> {
  const { drawnTubes, testOrders } = places;
  const tube = (field: string) => sql.ref(`t.${getColumn(drawnTubes, field)}`);
  const { rows } = await sql<{ label: string; laboratory: string; name: string }>`
    select ${tube('label')} as label, l.id as laboratory, l.full_name as name
    from ${sql.table(drawnTubes.table)} as t
      join ${sql.table(testOrders.table)} as o on o.id = ${tube('testOrder')}
      join appointments as a on a.id = ${sql.ref(`o.${getColumn(testOrders, 'appointment')}`)}
      join accounts as l on l.id = a.laboratory_id
    where ${tube('state')} = 'drawn' and ${compileHolder(places)} = ${employee}
    order by t.id desc limit ${sql.lit(MAX_TUBES_IN_HAND)}`.execute(db);
  return rows;
}

async function selectTubes(
  db: Db,
  places: OrderCollections,
  [column, keys]: readonly [column: string, keys: readonly string[]],
  lock = '',
): Promise<VisitTube[]> {
  if (keys.length === 0) return [];
  const { drawnTubes, testOrders } = places;
  const tube = (field: string) => sql.ref(`t.${getColumn(drawnTubes, field)}`);
  const { rows } = await sql<VisitTube>`
    select t.id as id, ${tube('label')} as label, ${tube('state')} as state,
      a.id as visit, ${compileHolder(places)} as employee, a.laboratory_id as laboratory
    from ${sql.table(drawnTubes.table)} as t
      join ${sql.table(testOrders.table)} as o on o.id = ${tube('testOrder')}
      join appointments as a on a.id = ${sql.ref(`o.${getColumn(testOrders, 'appointment')}`)}
    where ${sql.ref(`t.${column}`)} in (${sql.join(keys)}) order by t.id ${sql.raw(lock)}`.execute(db);
  return rows;
}

/** Finds tubes by label in any case. */
export const findTubesByLabel = (db: Db, places: OrderCollections, labels: readonly string[]): Promise<VisitTube[]> => {
  const unique = places.drawnTubes.columns.find(({ name }) => name === 'label')?.uniqueColumn ?? '';
  return selectTubes(db, places, [unique, labels.flatMap((label) => toUniqueKey(label) ?? [])]);
};

/** Finds tubes by id, and holds them until the transaction ends. */
export const lockTubes = (
  { db, services }: Pick<TransactionContext, 'db' | 'services'>,
  places: OrderCollections,
  ids: readonly string[],
): Promise<VisitTube[]> =>
  selectTubes(db, places, ['id', ids], services.store.kind === 'postgres' ? 'for update of t' : '');
