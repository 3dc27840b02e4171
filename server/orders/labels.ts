import { withoutLinks, writeLinks } from '../collections/links.ts';
import { columnsFor } from '../collections/records.ts';
import { collectionDb, type Row } from '../collections/tables.ts';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';
import { newId } from '../store/id.ts';
import type { AppointmentRow, Db } from '../store/schema.ts';
import { heldBy } from './held.ts';
import { columnOf, orderPlaces } from './places.ts';

interface Drawn {
  label: string;
  /** The id of its kind. */
  tube: string;
  by: string;
  at: number;
}

/**
 * Binds a label to a tube of a visit's order, within the transaction of the report that says so. Throws a Refusal where
 * there is no order, no such kind, or the label is another tube's: of two at a time one has it.
 */
export async function bindLabel(
  db: Db,
  services: Pick<Services, 'collections' | 'config'>,
  visit: AppointmentRow,
  { label, tube, by, at }: Drawn,
): Promise<void> {
  const places = orderPlaces(services);
  const writing = collectionDb(db as never);
  const order =
    places &&
    (await writing
      .selectFrom(places.testOrders.table)
      .select('id')
      .where(columnOf(places.testOrders, 'appointment'), '=', visit.id)
      .executeTakeFirst());
  if (!places || !order) throw new Refusal(409, 'server.noOrder');
  const kind = await writing.selectFrom(places.tubeKinds.table).select('id').where('id', '=', tube).executeTakeFirst();
  if (!kind) throw Refusal.at('tube', 400, 'validation.choice');
  const { drawnTubes } = places;
  const held = await heldBy({ ...services, db }, { testOrder: order.id, tubeKind: kind.id, drawnAt: at });
  const drawn = { label, testOrder: order.id, tubeKind: kind.id, drawnAt: new Date(at).toISOString(), drawnBy: by };
  const values = { ...drawn, ...held, state: 'drawn' };
  const now = Date.now();
  const stamps = { id: newId(now), version: 1, created_at: now, created_by: by, changed_at: now, changed_by: by };
  const row = { ...columnsFor(drawnTubes, values, services.config.timeZone), ...stamps };
  const unique = drawnTubes.columns.find(({ name }) => name === 'label')?.unique ?? '';
  const added = await writing
    .insertInto(drawnTubes.table)
    .values(withoutLinks(drawnTubes, row) as Row)
    .onConflict((conflict) => conflict.column(unique).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) throw Refusal.at('label', 409, 'server.labelUsed', { label });
  await writeLinks(writing, drawnTubes, added.id, row);
}
