import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AnyResource } from '../../../config/resource.ts';
import type { Field } from '../../../fields/kind.ts';
import { fillTemplate, listTemplateFields } from '../../../fields/reference.ts';
import { createEventLoopYield } from '../../base/yieldToEventLoop.ts';
import type { FieldError } from '../../import/checkRows.ts';
import { getFieldLabel } from '../../import/matchColumns.ts';
import { toMatchKey } from '../../import/readCell.ts';
import { mayFindBy } from '../access/fieldAccess.ts';
import { getReferenceableConditions } from '../access/rowRules.ts';
import type { OperationContext } from '../read/operationContext.ts';
import { toCollectionDb } from '../schema/collectionDb.ts';

/** Records that are read at a time. */
const REFERENCE_PAGE_SIZE = 5000;

/** The records that a field's cells may name. */
export interface ReferenceDirectory {
  /** By all that a cell may call them: what the reference keeps, or null for a name that several have. */
  keys: ReadonlyMap<string, string | null>;
  /** What a cell may give: the labels of what they are called by, and of what is kept of them. */
  acceptedNames: string;
  /** The one of these that no two records share. */
  uniqueName: string;
}

/** What a cell of a reference names, of the records that this person may see. */
export function findInDirectory(
  { keys, acceptedNames: names, uniqueName: sure }: ReferenceDirectory,
  text: string,
): { value: string } | FieldError {
  const value = keys.get(toMatchKey(text));
  if (value === null) return { message: 'tables.severalOf', args: { value: text, sure } };
  return value === undefined ? { message: 'tables.notFoundIn', args: { value: text, names } } : { value };
}

interface ReferenceSource {
  resource: AnyResource;
  table: string;
  where: RawBuilder<SqlBool>[];
  /** Columns by field, of those that may be read. */
  columns: Readonly<Record<string, string>>;
}

function getReferenceSource({ collections, account }: OperationContext, to: string): ReferenceSource | undefined {
  const target = collections.find(({ resource }) => resource.name === to);
  if (!target) return undefined;
  const open = target.columns.filter(({ name }) => mayFindBy(target.resource, account.role, name));
  const columns = Object.fromEntries(open.map(({ name, valueColumn: value }) => [name, value]));
  return {
    resource: target.resource,
    table: target.table,
    where: getReferenceableConditions(target, account),
    columns,
  };
}

/**
 * The records that a reference may name, by their ids, what is kept of them, and what they are called: those of them that
 * are `named` so, as `plain` writes texts.
 */
export async function loadReferenceDirectory(
  scene: OperationContext,
  field: Field,
  by: string,
  { named, language }: { named: ReadonlySet<string>; language: string },
): Promise<ReferenceDirectory> {
  const { to = '', text = '' } = field as { to?: string; text?: string };
  const source = getReferenceSource(scene, to);
  const labelOf = (name: string) =>
    name === 'id' || !source ? name : `“${getFieldLabel(source.resource, name, language)}”`;
  // What this person may not read is no part of what they know a record by.
  const known = listTemplateFields(text).filter((name) => !source || name === 'id' || name in source.columns);
  const parts = known.map((name) => [name, labelOf(name).replace(/[“”]/g, '')]);
  const sure = labelOf(by);
  const called = fillTemplate(text, Object.fromEntries(parts));
  const all = new Set([...(called ? [`“${called}”`] : []), sure, 'id']);
  const names = new Intl.ListFormat(language, { type: 'disjunction' }).format(all);
  return { keys: await loadReferenceKeys(scene, source, { text, by, named }), acceptedNames: names, uniqueName: sure };
}

async function loadReferenceKeys(
  scene: OperationContext,
  source: ReferenceSource | undefined,
  { text, by, named }: { text: string; by: string; named: ReadonlySet<string> },
): Promise<ReferenceDirectory['keys']> {
  const names = source ? [...new Set([...listTemplateFields(text), by])].filter((name) => name in source.columns) : [];
  if (!source || (by !== 'id' && !names.includes(by))) return new Map();
  const selected = names.map((name, at) => sql`${sql.ref(source.columns[name] ?? '')} as ${sql.ref(`f${at}`)}`);
  const { db, store } = scene.services;
  const found = new Map<string, string | null>();
  const rest = createEventLoopYield();
  for (let last = ''; ; ) {
    const where = sql.join([sql`id > ${last}`, ...source.where], sql` and `);
    const query = sql<
      Record<string, unknown>
    >`select ${sql.join([sql`id`, ...selected])} from ${sql.table(source.table)}
      where ${where} order by id limit ${sql.lit(REFERENCE_PAGE_SIZE)}`;
    const rows = await store.readers.read({ compile: () => query.compile(toCollectionDb(db)) });
    for (const row of rows) {
      await rest();
      const record = { ...Object.fromEntries(names.map((name, at) => [name, row[`f${at}`] ?? ''])), id: row.id };
      const kept = String((record as Record<string, unknown>)[by] ?? '');
      if (kept === '') continue;
      for (const name of new Set([String(row.id), kept, fillTemplate(text, record)].map(toMatchKey)))
        if (named.has(name)) found.set(name, found.has(name) && found.get(name) !== kept ? null : kept);
    }
    if (rows.length < REFERENCE_PAGE_SIZE) return found;
    last = String(rows.at(-1)?.id);
  }
}
