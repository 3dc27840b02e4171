import { sql } from 'kysely';
import { withComputed } from '../../config/given.ts';
import type { EntryExtras } from '../audit/entries.ts';
import { Refusal } from '../base/refusal.ts';
import type { Account } from '../http/handler.ts';
import type { Publish } from '../outbox/transact.ts';
import type { Services } from '../services.ts';
import type { Collection, Column } from './collection.ts';
import { type CollectionDb, collectionDb, type Row } from './db.ts';
import { keepHistory } from './keepHistory.ts';
import { readLinks, updateRow } from './links.ts';
import { equalTo, type Referrer, referrersOf } from './references.ts';
import { audienceOf } from './rows.ts';
import { columnsFor, type Values, valuesOf } from './rowValues.ts';
import { freeUploads } from './uploads.ts';

/** Records that one deletion changes or deletes along at most. */
const MOST = 1000;

/** What a deletion did to records that referred to the one deleted. */
export interface Released {
  /** For the audit entry of the deletion. */
  also: NonNullable<EntryExtras['also']>[number][];
  /** Files of records that were deleted along, to be discarded once the change is done. */
  paths: string[];
}

interface Deleting {
  services: Pick<Services, 'collections' | 'config'>;
  db: CollectionDb;
  account: Account;
  publish: Publish;
  released: Released;
  /** Ids that are gone, or on their way. */
  gone: Set<string>;
}

/** A record that goes: its values by column, and the column of a field that references keep. */
interface Going {
  name: string;
  row: Record<string, unknown> & { id: string };
  column(field: string): string | undefined;
}

const goingOf = ({ resource, columns }: Collection, row: Row): Going => ({
  name: resource.name,
  row,
  column: (field) => (field === 'id' ? 'id' : columns.find(({ name }) => name === field)?.value),
});

async function referring(db: CollectionDb, { collection, column }: Referrer, value: unknown, but: Set<string>) {
  const rows = await sql<Row>`select * from ${sql.table(collection.table)}
    where ${equalTo(column, String(value))} limit ${MOST + 1}`.execute(db);
  return readLinks(
    db,
    collection,
    rows.rows.filter(({ id }) => !but.has(id)),
  );
}

const bound = ({ released }: Deleting) => {
  if (released.also.length >= MOST) throw new Refusal(409, 'server.tooManyReferring', { args: { most: MOST } });
};

/** A field without the value that goes. */
const without = ({ name, links }: Column, values: Values, gone: unknown) =>
  links ? (values[name] as string[]).filter((one) => one !== gone) : null;

async function clear(deleting: Deleting, { collection, column }: Referrer, row: Row, gone: unknown): Promise<void> {
  const { services, db, account, publish, released } = deleting;
  const { resource } = collection;
  bound(deleting);
  const before = await audienceOf(db, collection, row);
  const old = valuesOf(collection, row);
  const values = withComputed(resource, { ...old, [column.name]: without(column, old, gone) });
  const kept = Object.entries(values).filter(([name]) => name === column.name || resource.fields[name]?.compute);
  const columns = columnsFor(collection, Object.fromEntries(kept), services.config.timeZone);
  const audit = { version: row.version + 1, changed_at: Date.now(), changed_by: account.id };
  const now = { ...row, ...columns, ...audit } as Row;
  await updateRow(db, collection, row, { ...columns, ...audit });
  const was = { before: old, values: valuesOf(collection, now) };
  await keepHistory(
    { collection, account },
    db,
    { hooked: 'change', id: row.id, action: undefined, ...was },
    now.version,
  );
  const audience = [...before, ...(await audienceOf(db, collection, now))];
  publish({ resource: resource.name, recordId: row.id, operation: 'change', audience: [...new Set(audience)] });
  released.also.push({ operation: 'change', resource: resource.name, recordId: row.id, fields: [column.name] });
}

async function deleteAlong(deleting: Deleting, { collection }: Referrer, row: Row): Promise<void> {
  const { db, account, publish, released, gone } = deleting;
  bound(deleting);
  gone.add(row.id);
  const audience = await audienceOf(db, collection, row);
  released.also.push({ operation: 'delete', resource: collection.resource.name, recordId: row.id });
  await release(deleting, goingOf(collection, row));
  released.paths.push(...(await freeUploads(db, row.id)));
  await db.deleteFrom(collection.table).where('id', '=', row.id).execute();
  const values = valuesOf(collection, row);
  await keepHistory(
    { collection, account },
    db,
    { hooked: 'delete', id: row.id, action: undefined, before: values, values },
    row.version,
  );
  publish({ resource: collection.resource.name, recordId: row.id, operation: 'delete', audience });
}

/** The same reference of records in the bin: they go along as well, and are no reason to refuse. */
function inBin({ collection, column, ...referrer }: Referrer): Referrer | undefined {
  const { bin } = collection;
  const own = bin?.columns.find(({ name }) => name === column.name);
  return bin && own && { ...referrer, collection: bin, column: own };
}

/** Records to be deleted along go first: what only they refer to is no reason to refuse. */
const ORDER = ['delete', 'clear', 'refuse'] as const;

async function release(deleting: Deleting, { name, row, column: columnOf }: Going): Promise<void> {
  const { services, db, gone } = deleting;
  gone.add(row.id);
  const referrers = [...referrersOf(name, services.collections)];
  for (const rule of ORDER) {
    for (const referrer of referrers.filter(({ onDelete }) => onDelete === rule)) {
      const value = row[columnOf(referrer.by) ?? 'id'] ?? null;
      if (value === null) continue;
      for (const found of await referring(db, referrer, value, gone)) {
        if (gone.has(found.id)) continue;
        if (rule === 'refuse') throw new Refusal(409, `server.inUse|${referrer.collection.resource.name}`);
        await (rule === 'clear' ? clear : deleteAlong)(deleting, referrer, found, value);
      }
      const binned = rule === 'delete' && inBin(referrer);
      if (binned)
        for (const found of await referring(db, binned, value, gone)) await deleteAlong(deleting, binned, found);
    }
  }
}

type On = Omit<Deleting, 'released' | 'gone' | 'db'> & { db: CollectionDb | Services['db'] };

const begin = (on: On): Deleting => ({
  ...on,
  db: collectionDb(on.db),
  released: { also: [], paths: [] },
  gone: new Set(),
});

/**
 * Does what the references to a collection's record say is done when it is deleted: call it before it is, in the same
 * transaction. Throws a Refusal (409) where one of them refuses.
 */
export async function releaseRecord(on: On, collection: Collection, row: Row): Promise<Released> {
  const deleting = begin(on);
  await release(deleting, goingOf(collection, row));
  return deleting.released;
}

/** The same for records that calls of their own delete, by each of the names that they go by. */
export async function releaseRows(
  on: On,
  names: readonly string[],
  rows: readonly { id: string }[],
): Promise<Released> {
  const deleting = begin(on);
  const collections = on.services.collections.filter(({ resource }) => names.includes(resource.name));
  for (const row of rows) for (const one of collections) await release(deleting, goingOf(one, row as Row));
  return deleting.released;
}
