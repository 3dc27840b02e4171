import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AnyResource } from '../../../config/resource.ts';
import type { Field } from '../../../fields/kind.ts';
import { fill, namedIn } from '../../../fields/reference.ts';
import { restNowAndThen } from '../../base/rest.ts';
import { plain } from '../../import/cells.ts';
import { labelled } from '../../import/columns.ts';
import type { FieldError } from '../../import/rows.ts';
import { mayFindBy } from '../access/fieldAccess.ts';
import { nameableBy } from '../access/rowRules.ts';
import type { Scene } from '../read/operationContext.ts';
import { collectionDb } from '../schema/collectionDb.ts';

/** Records that are read at a time. */
const PORTION = 5000;

/** The records that a field's cells may name. */
export interface Directory {
  /** By all that a cell may call them: what the reference keeps, or null for a name that several have. */
  keys: ReadonlyMap<string, string | null>;
  /** What a cell may give: the labels of what they are called by, and of what is kept of them. */
  names: string;
  /** The one of these that no two records share. */
  sure: string;
}

/** What a cell of a reference names, of the records that this person may see. */
export function lookUp({ keys, names, sure }: Directory, text: string): { value: string } | FieldError {
  const value = keys.get(plain(text));
  if (value === null) return { message: 'tables.severalOf', args: { value: text, sure } };
  return value === undefined ? { message: 'tables.notFoundIn', args: { value: text, names } } : { value };
}

interface Source {
  resource: AnyResource;
  table: string;
  where: RawBuilder<SqlBool>[];
  /** Columns by field, of those that may be read. */
  columns: Readonly<Record<string, string>>;
}

function sourceOf({ collections, account }: Scene, to: string): Source | undefined {
  const target = collections.find(({ resource }) => resource.name === to);
  if (!target) return undefined;
  const open = target.columns.filter(({ name }) => mayFindBy(target.resource, account.role, name));
  const columns = Object.fromEntries(open.map(({ name, value }) => [name, value]));
  return { resource: target.resource, table: target.table, where: nameableBy(target, account), columns };
}

/**
 * The records that a reference may name, by their ids, what is kept of them, and what they are called: those of them that
 * are `named` so, as `plain` writes texts.
 */
export async function directoryOf(
  scene: Scene,
  field: Field,
  by: string,
  { named, language }: { named: ReadonlySet<string>; language: string },
): Promise<Directory> {
  const { to = '', text = '' } = field as { to?: string; text?: string };
  const source = sourceOf(scene, to);
  const labelOf = (name: string) =>
    name === 'id' || !source ? name : `“${labelled(source.resource, name, language)}”`;
  // What this person may not read is no part of what they know a record by.
  const known = namedIn(text).filter((name) => !source || name === 'id' || name in source.columns);
  const parts = known.map((name) => [name, labelOf(name).replace(/[“”]/g, '')]);
  const sure = labelOf(by);
  const called = fill(text, Object.fromEntries(parts));
  const all = new Set([...(called ? [`“${called}”`] : []), sure, 'id']);
  const names = new Intl.ListFormat(language, { type: 'disjunction' }).format(all);
  return { keys: await keysOf(scene, source, { text, by, named }), names, sure };
}

async function keysOf(
  scene: Scene,
  source: Source | undefined,
  { text, by, named }: { text: string; by: string; named: ReadonlySet<string> },
): Promise<Directory['keys']> {
  const names = source ? [...new Set([...namedIn(text), by])].filter((name) => name in source.columns) : [];
  if (!source || (by !== 'id' && !names.includes(by))) return new Map();
  const selected = names.map((name, at) => sql`${sql.ref(source.columns[name] ?? '')} as ${sql.ref(`f${at}`)}`);
  const { db, store } = scene.services;
  const found = new Map<string, string | null>();
  const rest = restNowAndThen();
  for (let last = ''; ; ) {
    const where = sql.join([sql`id > ${last}`, ...source.where], sql` and `);
    const query = sql<
      Record<string, unknown>
    >`select ${sql.join([sql`id`, ...selected])} from ${sql.table(source.table)}
      where ${where} order by id limit ${sql.lit(PORTION)}`;
    const rows = await store.readers.read({ compile: () => query.compile(collectionDb(db)) });
    for (const row of rows) {
      await rest();
      const record = { ...Object.fromEntries(names.map((name, at) => [name, row[`f${at}`] ?? ''])), id: row.id };
      const kept = String((record as Record<string, unknown>)[by] ?? '');
      if (kept === '') continue;
      for (const name of new Set([String(row.id), kept, fill(text, record)].map(plain)))
        if (named.has(name)) found.set(name, found.has(name) && found.get(name) !== kept ? null : kept);
    }
    if (rows.length < PORTION) return found;
    last = String(rows.at(-1)?.id);
  }
}
