import { globSync } from 'node:fs';
import { basename } from 'node:path';
import type { Transaction } from 'kysely';
import { type RecordValues as Config, computeFields } from '../../frame/config/dynamicValues.ts';
import { appFolder } from '../../frame/server/base/appFolder.ts';
import { EnvironmentError } from '../../frame/server/base/environmentError.ts';
import { importDefault } from '../../frame/server/base/importDefault.ts';
import type { Schema } from '../../frame/server/db/databaseSchema.ts';
import { newId } from '../../frame/server/db/newId.ts';
import type { Collection } from '../../frame/server/records/schema/collection.ts';
import {
  type CollectionDb,
  type CollectionRow,
  toCollectionDb,
  toSchemaDb,
} from '../../frame/server/records/schema/collectionDb.ts';
import { insertRow } from '../../frame/server/records/schema/linkRows.ts';
import { type RecordValues, toRowColumns } from '../../frame/server/records/schema/recordRow.ts';
import type { Services } from '../../frame/server/services.ts';
import type { Role } from '../../frame/wire/call.ts';
import { Random } from './random.ts';

/** What the demo records of a collection are made with. */
export interface SeedContext {
  /** The transaction of all that is seeded. */
  db: Transaction<Schema>;
  services: Services;
  /** The same numbers on every run. */
  random: Random;
  /** The accounts of a role, as the demo adds them. */
  accounts(role: Role): readonly { id: string; email: string }[];
  /** The records that another collection was seeded with: their ids, in the order of its file. */
  ids(collection: string): readonly string[];
  /** Adds records of any collection, without history and audit entries; gives their ids. */
  insert(collection: string, records: readonly RecordValues[]): Promise<string[]>;
}

/** The demo records of one collection: server/demo/resources/{name}.ts. */
export interface CollectionSeed {
  /** The collections whose records these refer to. */
  dependsOn?: readonly string[];
  records(seeding: SeedContext): readonly RecordValues[] | Promise<readonly RecordValues[]>;
  /** Runs once they are there, by their ids. */
  afterInsert?(seeding: SeedContext, ids: readonly string[]): Promise<void>;
}

/** @example export default defineSeed({ records: () => [{ name: 'EDTA', volume: 4 }] }); */
export const defineSeed = (seed: CollectionSeed): CollectionSeed => seed;

/** Adds records as a person would, in the order that they come in. */
async function addAll(
  db: CollectionDb,
  zone: string,
  collection: Collection,
  by: string,
  records: readonly RecordValues[],
) {
  const now = Date.now();
  const ids: string[] = [];
  for (const record of records) {
    const id = newId(now);
    const values = computeFields(collection.resource, record as Config);
    const stamps = { id, version: 1, created_at: now, created_by: by, changed_at: now, changed_by: by };
    const row = { ...toRowColumns(collection, values, zone), ...stamps };
    await insertRow(db, collection, row as CollectionRow);
    ids.push(id);
  }
  return ids;
}

/** The files of demo records by the name of their collection, each after those that it refers to. */
async function loadSeeds(): Promise<[string, CollectionSeed][]> {
  const files = globSync('server/demo/resources/*.ts', { cwd: appFolder }).toSorted();
  const read = files.map(
    async (file) => [basename(file, '.ts'), (await importDefault(file)) as CollectionSeed] as const,
  );
  const found = new Map(await Promise.all(read));
  const order: [string, CollectionSeed][] = [];
  const place = (name: string, from: readonly string[]) => {
    const seed = found.get(name);
    if (!seed || from.includes(name))
      throw new EnvironmentError(
        `server/demo/resources/${from.at(-1)}.ts: after: "${name}" has no records before these.`,
      );
    if (order.some(([one]) => one === name)) return;
    for (const other of seed.dependsOn ?? []) place(other, [...from, name]);
    order.push([name, seed]);
  };
  for (const name of found.keys()) place(name, []);
  return order;
}

/** The demo records of collections, once their tables are there: all of them or nothing. */
export async function seedCollections(services: Services): Promise<void> {
  const seeds = await loadSeeds();
  const zone = services.config.timeZone;
  await toCollectionDb(services.db)
    .transaction()
    .execute(async (db) => {
      const accounts = await toSchemaDb(db)
        .selectFrom('accounts')
        .select(['id', 'role', 'email'])
        .orderBy('id')
        .execute();
      const by = accounts.find(({ role }) => role === 'admin')?.id ?? '';
      const made = new Map<string, readonly string[]>();
      const collectionOf = (name: string) => services.collections.find(({ resource }) => resource.name === name);
      const add = async (name: string, records: readonly RecordValues[]) => {
        const collection = collectionOf(name);
        return collection ? addAll(db, zone, collection, by, records) : [];
      };
      for (const [index, [name, { records, afterInsert: afterwards }]] of seeds.entries()) {
        if (!collectionOf(name)) continue;
        const seeding: SeedContext = {
          db: toSchemaDb(db),
          services,
          random: new Random(17 + index),
          accounts: (role) => accounts.filter((one) => one.role === role),
          ids: (other) => made.get(other) ?? [],
          insert: add,
        };
        const ids = await add(name, await records(seeding));
        made.set(name, ids);
        await afterwards?.(seeding, ids);
      }
    });
}
