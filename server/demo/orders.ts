import { type Values as Config, withComputed } from '../../src/config/given.ts';
import { withoutLinks, writeLinks } from '../collections/links.ts';
import type { Collection } from '../collections/plan.ts';
import { columnsFor, type Values } from '../collections/records.ts';
import { type CollectionDb, collectionDb, type Row, schemaDb } from '../collections/tables.ts';
import { type OrderPlaces, orderPlaces } from '../orders/places.ts';
import type { Services } from '../services.ts';
import { newId } from '../store/id.ts';
import { today } from '../time.ts';
import { CLINICIANS, DEMO_TESTS, TUBE_KINDS } from './catalogue.ts';
import { Random } from './random.ts';
import { EMPLOYEES, LABORATORIES } from './staff.ts';

const DAY = 24 * 3_600_000;
/** Days back that appointments have orders. */
const BACK = 10;
/** Laboratories, of those of the demo, that state how long tubes keep; of the others it is unknown. */
const STATING = 4;

/** Adds records as a person would, without audit entries and history; gives their ids. */
async function add(
  db: CollectionDb,
  zone: string,
  collection: Collection,
  by: string,
  records: readonly Values[],
): Promise<string[]> {
  const now = Date.now();
  const ids: string[] = [];
  for (const record of records) {
    const id = newId(now);
    const values = withComputed(collection.resource as never, record as Config);
    const stamps = { id, version: 1, created_at: now, created_by: by, changed_at: now, changed_by: by };
    const row = { ...columnsFor(collection, values, zone), ...stamps };
    await db
      .insertInto(collection.table)
      .values(withoutLinks(collection, row) as Row)
      .execute();
    await writeLinks(db, collection, id, row);
    ids.push(id);
  }
  return ids;
}

/** What an appointment's order asks for. One that is not `whole` lacks something here and there. */
function orderOf(
  random: Random,
  tests: readonly string[],
  { appointment, number, whole }: { appointment: string; number: number; whole: boolean },
): Values {
  const asked = new Set(Array.from({ length: random.int(1, 5) }, () => random.pick(tests)));
  const fasting = whole || random.chance(0.6) ? 'confirmed' : random.chance(0.2) ? 'notFasting' : 'notAsked';
  return {
    appointment,
    requisition: `R-${10_000 + number}`,
    orderedBy: whole || random.chance(0.8) ? random.pick(CLINICIANS) : null,
    tests: [...asked],
    documentNeeded: !whole && random.chance(0.15),
    fasting,
    fastingAt: fasting === 'notAsked' ? null : new Date().toISOString(),
  };
}

async function seed(db: CollectionDb, services: Services, places: OrderPlaces): Promise<void> {
  const zone = services.config.timeZone;
  const random = new Random(17);
  const within = schemaDb(db);
  const accounts = await within.selectFrom('accounts').select(['id', 'role', 'email']).execute();
  const admin = accounts.find(({ role }) => role === 'admin')?.id ?? '';
  const stating = LABORATORIES.slice(0, STATING).flatMap(
    ({ email }) => accounts.find((one) => one.email === email)?.id ?? [],
  );
  const kinds = await add(
    db,
    zone,
    places.tubeKinds,
    admin,
    TUBE_KINDS.map(([name, cap, additive, drawOrder, volume, minimum]) => ({
      name,
      cap,
      additive,
      drawOrder,
      volume,
      minimum,
    })),
  );
  const kindOf = (name: string) => kinds[TUBE_KINDS.findIndex(([one]) => one === name)];
  const tests = await add(
    db,
    zone,
    places.tests,
    admin,
    DEMO_TESTS.map(({ kind, keeps: _, ...test }) => ({ ownTube: false, ...test, tubeKind: kindOf(kind) })),
  );
  await add(
    db,
    zone,
    places.stabilities,
    admin,
    stating.flatMap((laboratory, lab) =>
      DEMO_TESTS.flatMap(({ keeps }, index) =>
        keeps
          ? {
              test: tests[index],
              laboratory,
              hours: keeps[0],
              temperature: keeps[1],
              source: `Directory of services, section ${index + 1}`,
              statedOn: today(zone, Date.now() - (30 + 60 * lab) * DAY),
            }
          : [],
      ),
    ),
  );
  const visits = await within
    .selectFrom('appointments')
    .select(['id', 'status', 'employee_id'])
    .where('scheduled_at', '>', Date.now() - BACK * DAY)
    .orderBy('scheduled_at')
    .orderBy('patient_key')
    .execute();
  const demo = accounts.find(({ email }) => email === EMPLOYEES[0]?.email)?.id;
  const ordered = visits.flatMap(({ id, status, employee_id }, number) => {
    // Who tries the demo can start on each visit of theirs.
    const whole = status !== 'Pending' || employee_id === demo;
    const order = orderOf(random, tests, { appointment: id, number, whole });
    return !whole && random.chance(0.08) ? [] : [order];
  });
  await add(db, zone, places.testOrders, admin, ordered);
}

/** The catalogue and the orders of the demo data, once the tables of their resources are there. */
export async function seedOrders(services: Services): Promise<void> {
  const places = orderPlaces(services);
  if (!places) return;
  await collectionDb(services.db)
    .transaction()
    .execute((db) => seed(db, services, places));
}
