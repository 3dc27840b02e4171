import { sql } from 'kysely';
import { type Collection, findRow, toCollectionDb, toRecords } from 'portal-frame/internal/records';
import {
  addChildren,
  createTables,
  createWhereContext,
  findRowsPage,
  getFormerDrops,
  getListConditions,
  parseListQuery,
  planCollections,
  type RouteRequest,
  type Store,
} from 'portal-frame/internal/server';
import type { Services } from 'portal-frame/server';
import { plugins } from '../../server/plugins.ts';
import { withKept } from '../api/kept.ts';
import { idOf, ZONE } from './collectionRows.ts';
import { type Ask, type BenchScene, fillScene } from './collectionScenes.ts';

/** Filled collections to query without HTTP. */
export interface Filled {
  store: Store;
  collections: readonly Collection[];
  /** Runs a call with its parameters. */
  ask(ask: Ask): Promise<unknown>;
}

const OWN = idOf(3);

/** Drops derived columns and tables, so that they are rebuilt at once. */
export async function dropDerived({ db }: Store): Promise<void> {
  const own = toCollectionDb(db);
  const made = await own.selectFrom('x_made').select('id').execute();
  for (const { id } of made) for (const part of await getFormerDrops(own, id)) await sql.raw(part).execute(own);
  await own.deleteFrom('x_made').execute();
}

/** Creates and fills the collections of a scene. */
export async function fillStore(
  store: Store,
  scene: BenchScene,
  rows: number,
  readers = store.readers,
): Promise<Filled> {
  const collections = planCollections(withKept(scene.resources));
  await createTables(store, collections);
  await dropDerived(store);
  await fillScene(store, scene, collections, rows);
  // Search and count indexes are built at once, as at a start with existing records.
  await createTables(store, collections);
  const services = {
    db: store.db,
    store: { ...store, readers },
    collections,
    config: { timeZone: ZONE },
  } as unknown as Services;
  const ask = async ({ of, role = 'admin', list, one, report, filter }: Ask) => {
    const collection = collections.find(({ resource }) => resource.name === of) as Collection;
    const account = { id: role === 'admin' ? 'admin' : OWN, role, sessionId: '', reauthenticatedAt: 0 };
    const spelled = (query: object) =>
      Object.fromEntries(Object.entries(query).map(([name, value]) => [name, JSON.stringify(value)]));
    if (report) {
      const route = plugins
        .flatMap((one) => one.collectionRoutes?.(collection, undefined, collections) ?? [])
        .find(({ action }) => action === report);
      const asked = { context: { services, collection, account }, query: spelled(filter ? { filter } : {}) };
      return route?.handler(asked as unknown as RouteRequest, undefined as never);
    }
    if (one) {
      const row = await findRow({ services, collection, account }, one);
      const [record] = await toRecords({ services, collection, account }, row ? [row] : []);
      return record && addChildren({ services, collection, account }, record);
    }
    const asked = parseListQuery(collection, createWhereContext(services, account), spelled(list ?? {}), account);
    const where = [...asked.where, ...getListConditions(collection, account)];
    const { rows: found, total } = await findRowsPage(services, collection, { ...asked, where });
    return { total, records: await toRecords({ services, collection, account }, found) };
  };
  return { store, collections, ask };
}
