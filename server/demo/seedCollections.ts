import { globSync } from 'node:fs';
import { basename } from 'node:path';
import type { Transaction } from 'kysely';
import type { RecordValues, Role } from 'portal-frame';
import { appFolder, EnvironmentError, importDefault, type Services } from 'portal-frame/server';
import { findCollection, insertRecords, type Schema } from 'portal-frame/server/database';
import { Random } from './demoRandom.ts';

export interface SeedContext {
  db: Transaction<Schema>;
  services: Services;
  random: Random;
  /** The demo accounts of a role in the order of demoStaff.ts. */
  accounts(role: Role): readonly { id: string; email: string }[];
  /** Ids of another collection's demo records in the order of its file. */
  ids(collection: string): readonly string[];
  /** Inserts records of any collection without history and audit entries. Returns their ids. */
  insert(collection: string, records: readonly RecordValues[]): Promise<string[]>;
}

/** Runs after demo records were inserted. */
export type AfterSeed = (context: SeedContext, ids: readonly string[]) => Promise<void>;

/** Demo records of a collection, from server/demo/resources/{name}.ts or a feature. */
export interface CollectionSeed {
  /** Collections to seed first. */
  dependsOn?: readonly string[];
  records(context: SeedContext): readonly RecordValues[] | Promise<readonly RecordValues[]>;
  /** Runs after the records were inserted. */
  afterInsert?: AfterSeed;
}

/** @example export default defineSeed({ records: () => [{ name: 'EDTA', volume: 4 }] }); */
export const defineSeed = (seed: CollectionSeed): CollectionSeed => seed;

declare module 'portal-frame/server' {
  interface AppPluginParts {
    /** Demo records of collections of a feature, like those of server/demo/resources. */
    demoSeeds?: Readonly<Record<string, () => Promise<{ readonly default: CollectionSeed }>>>;
    /** Run after demo records were inserted, by their collection. */
    afterSeeds?: Readonly<Record<string, () => Promise<{ readonly default: AfterSeed }>>>;
    /** Runs once the demo data is there. */
    afterDemo?(services: Services): Promise<void>;
  }
}

/** Loads the seeds by collection, each after its dependencies. */
async function loadSeeds(plugins: Services['app']['plugins'] = []): Promise<[string, CollectionSeed][]> {
  const files = globSync('server/demo/resources/*.ts', { cwd: appFolder }).toSorted();
  const read = files.map(
    async (file) => [basename(file, '.ts'), (await importDefault(file)) as CollectionSeed] as const,
  );
  const ofPlugins = plugins
    .flatMap(({ demoSeeds = {} }) => Object.entries(demoSeeds))
    .map(async ([name, load]) => [name, (await load()).default] as const);
  // By name: each has its random numbers by its place.
  const all = (await Promise.all([...read, ...ofPlugins])).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const found = new Map(all);
  const order: [string, CollectionSeed][] = [];
  const visit = (name: string, from: readonly string[]) => {
    const seed = found.get(name);
    if (!seed || from.includes(name))
      throw new EnvironmentError(
        `server/demo/resources/${from.at(-1)}.ts: dependsOn: "${name}" has no records before these.`,
      );
    if (order.some(([one]) => one === name)) return;
    for (const other of seed.dependsOn ?? []) visit(other, [...from, name]);
    order.push([name, seed]);
  };
  for (const name of found.keys()) visit(name, []);
  return order;
}

/** Inserts the demo records of all collections. Their tables must exist. */
export async function seedCollections(services: Services, db: Transaction<Schema>): Promise<void> {
  const seeds = await loadSeeds(services.app.plugins);
  const accounts = await db.selectFrom('accounts').select(['id', 'role', 'email']).orderBy('id').execute();
  const admin = accounts.find(({ role }) => role === 'admin')?.id ?? '';
  const idsByCollection = new Map<string, readonly string[]>();
  const insert = async (name: string, records: readonly RecordValues[]) => {
    const collection = findCollection(services, name);
    return collection ? insertRecords(db, collection, admin, records) : [];
  };
  for (const [index, [name, { records, afterInsert }]] of seeds.entries()) {
    if (!findCollection(services, name)) continue;
    const context: SeedContext = {
      db,
      services,
      random: new Random(17 + index),
      accounts: (role) => accounts.filter((one) => one.role === role),
      ids: (other) => idsByCollection.get(other) ?? [],
      insert,
    };
    const ids = await insert(name, await records(context));
    idsByCollection.set(name, ids);
    await afterInsert?.(context, ids);
    for (const { afterSeeds } of services.app.plugins ?? [])
      await (await afterSeeds?.[name]?.())?.default(context, ids);
  }
}
