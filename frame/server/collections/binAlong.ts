import { sql } from 'kysely';
import { Refusal } from '../base/refusal.ts';
import type { Publish } from '../outbox/transact.ts';
import { isSqlite } from '../store/json.ts';
import { publishChange, takenIn } from './changing.ts';
import { type Collection, type Column, linksFor } from './collection.ts';
import { type CollectionDb, type Row, schemaDb } from './db.ts';
import { afterChange, beforeChange, type Inner } from './hooks.ts';
import { keepHistory, RESTORED } from './keepHistory.ts';
import { insertRow, readLinks } from './links.ts';
import { referred } from './linkTables.ts';
import { equalTo, referrersOf } from './references.ts';
import { audienceOf } from './rows.ts';
import { columnsFor, type Values, valuesOf } from './rowValues.ts';
import type { Scene } from './scene.ts';

/** Records that go into a bin along with one, or come back with it, at most. */
const MOST = 1000;

interface Move {
  from: Collection;
  to: Collection;
  row: Row;
  values: Values;
  by: string;
  zone: string;
  at: number;
}

type Links = { record_id: string; target_id: string; position: number };

/** A record's links in fields that no config has any more: they go with its row. */
async function unseenLinks(db: CollectionDb, { table, unseenLinks = [] }: Collection, id: string) {
  const found: [string, Links[]][] = [];
  for (const value of unseenLinks) {
    const links = db.selectFrom(linksFor(table, value)).select(['record_id', 'target_id', 'position']);
    found.push([value, (await links.where('record_id', '=', id).execute()) as Links[]]);
  }
  return found;
}

/** Puts those links into a table whose targets are there still, where it asks for that. */
async function putUnseen(db: CollectionDb, name: string, owner: string, links: readonly Links[]): Promise<void> {
  if (links.length === 0) return;
  const targets = (await referred(db, isSqlite(schemaDb(db)) ? 'sqlite' : 'postgres', name)).filter(
    (table) => table !== owner,
  );
  for (const link of links) {
    const isThere = targets.map(
      (table) => sql`exists (select 1 from ${sql.table(table)} where id = ${link.target_id})`,
    );
    await sql`insert into ${sql.table(name)} (record_id, target_id, position)
      select ${link.record_id}, ${link.target_id}, cast(${link.position} as integer)
      ${isThere.length > 0 ? sql`where ${sql.join(isThere, sql` and `)}` : sql``}`.execute(db);
  }
}

/** Moves a record between its collection's table and its bin's, and gives its row there. */
export async function moveRow(db: CollectionDb, { from, to, row, values, by, zone, at }: Move): Promise<Row> {
  const { id, version, created_at, created_by } = row;
  const audit = { version: version + 1, changed_at: at, changed_by: by };
  const unseen = Object.keys(to.unseen ?? {}).map((column) => [column, row[column] ?? null]);
  const moved: Row = {
    ...Object.fromEntries(unseen),
    ...columnsFor(to, values, zone),
    id,
    created_at,
    created_by,
    ...audit,
  };
  const links = await unseenLinks(db, from, id);
  await db.deleteFrom(from.table).where('id', '=', id).execute();
  await insertRow(db, to, moved);
  for (const [value, of] of links) await putUnseen(db, linksFor(to.table, value), to.table, of);
  return moved;
}

interface Along {
  /** The moment that the record itself went into the bin. */
  at: number;
  /** Into the bin: who saw each of what goes there (audiencesAlong). Left out, it comes out. */
  into?: ReadonlyMap<string, readonly string[]>;
}

const inBin = ({ bin }: Collection, { name }: Column) => bin?.columns.find((column) => column.name === name);

interface Group {
  of: Collection;
  from: Collection;
  to: Collection;
  rows: Row[];
}

/** What refers to a record and is deleted along with it, where it has a bin as well; of what is there, or went there with it `since`. */
async function* alongWith(
  { collection, services }: Pick<Scene, 'collection' | 'services'>,
  db: CollectionDb,
  row: Row,
  since?: number,
): AsyncGenerator<Group> {
  for (const { collection: of, column, by, onDelete } of referrersOf(collection.resource.name, services.collections)) {
    const { bin } = of;
    const binned = inBin(of, column);
    if (onDelete !== 'delete' || !bin || !binned) continue;
    const key = by === 'id' ? 'id' : collection.columns.find(({ name }) => name === by)?.value;
    const value = row[key ?? 'id'] ?? null;
    if (value === null) continue;
    const out = since !== undefined;
    const [from, to] = out ? [bin, of] : [of, bin];
    const then = out ? sql`and changed_at = ${since}` : sql``;
    const { rows } = await sql<Row>`select * from ${sql.table(from.table)}
      where ${equalTo(out ? binned : column, String(value))} ${then} limit ${MOST + 1}`.execute(db);
    yield { of, from, to, rows };
  }
}

const refuseMany = () => new Refusal(409, 'server.tooManyReferring', { args: { most: MOST } });

/** Who sees what goes into the bin along with a record, by its id: to be asked while the record is there, by which it is seen. */
async function audiencesAlong(
  scene: Pick<Scene, 'collection' | 'services'>,
  db: CollectionDb,
  row: Row,
  found = new Map<string, readonly string[]>(),
): Promise<ReadonlyMap<string, readonly string[]>> {
  for await (const { of, rows } of alongWith(scene, db, row)) {
    for (const one of rows) {
      if (found.has(one.id)) continue;
      if (found.size >= MOST) throw refuseMany();
      found.set(one.id, await audienceOf(db, of, one));
      await audiencesAlong({ ...scene, collection: of }, db, one, found);
    }
  }
  return found;
}

/**
 * Moves what refers to a record and is deleted along with it, where it has a bin as well: with the record into the bin,
 * and out of it what went there with it. It is done for the config and not by the person's rights.
 */
export async function moveAlong(
  scene: Scene,
  db: CollectionDb,
  publish: Publish,
  row: Row,
  along: Along,
): Promise<void> {
  const { services, account } = scene;
  for await (const { of, from, to, rows } of alongWith(scene, db, row, along.into ? undefined : along.at)) {
    const inner: Scene = { ...scene, collection: of };
    for (const one of await readLinks(db, from, rows)) {
      if (scene.along.length >= MOST) throw refuseMany();
      const values = valuesOf(from, one);
      const at = along.into ? along.at : Date.now();
      const move = { from, to, row: one, values, by: account.id, zone: services.config.timeZone, at };
      const moved = await moveRow(db, move).catch((cause) => {
        throw takenIn(of, cause) ?? cause;
      });
      const action = along.into ? 'delete' : RESTORED;
      await keepHistory(inner, db, { hooked: 'change', id: one.id, before: values, values, action }, moved.version);
      const audience = along.into ? (along.into.get(one.id) ?? []) : await audienceOf(db, of, moved);
      publishChange(publish, inner, one.id, along.into ? 'delete' : 'create', ...audience);
      scene.along.push({ operation: along.into ? 'delete' : 'change', resource: of.resource.name, recordId: one.id });
      await moveAlong(inner, db, publish, one, along);
    }
  }
}

/** Moves a held record into the bin within a transaction: for everything else it is gone. */
export async function binRow(inner: Inner, bin: Collection, row: Row): Promise<void> {
  const { scene, db, publish } = inner;
  const { services, collection, account } = scene;
  const values = valuesOf(collection, row);
  const change = { hooked: 'delete', id: row.id, values, before: values, action: undefined } as const;
  await beforeChange(inner, change);
  publishChange(publish, scene, row.id, 'delete', ...(await audienceOf(db, collection, row)));
  const at = Date.now();
  const move = { from: collection, to: bin, row, values, by: account.id, zone: services.config.timeZone, at };
  const into = await audiencesAlong(scene, db, row);
  const { version } = await moveRow(db, move);
  await moveAlong(scene, db, publish, row, { into, at });
  await keepHistory(scene, db, { ...change, hooked: 'change', action: 'delete' }, version);
  await afterChange(inner, change);
  scene.done.push({ ...change, collection });
}
