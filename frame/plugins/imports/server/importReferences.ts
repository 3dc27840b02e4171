import { type Expression, type SqlBool, sql } from 'kysely';
import { type AnyResource, type Field, getTargetName, isReferring } from 'portal-frame';
import { createEventLoopYield } from 'portal-frame/server';
import { getReferenceableConditions, pagesById, type ReadContext } from 'portal-frame/server/collections';
import {
  fillTemplate,
  getFieldLabel,
  listTemplateFields,
  mayFindBy,
  type RecordValues,
} from 'portal-frame/server/plugins';
import { isInKeyScope } from 'portal-frame/server/routes';
import type { FieldError } from './checkRows.ts';
import { toMatchKey } from './readCell.ts';

const REFERENCE_PAGE_SIZE = 5000;

/** The records that the cells of a field may name. */
export interface ReferenceDirectory {
  /** The stored value by id, value and label; null for a name that several records share. */
  keys: ReadonlyMap<string, string | null>;
  /** The labels of the accepted names, for error messages. */
  acceptedNames: string;
  /** The accepted name that is unique. */
  uniqueName: string;
}

/** Finds the stored value of a reference by the text of a cell. */
export function findInDirectory(
  { keys, acceptedNames, uniqueName }: ReferenceDirectory,
  text: string,
): { value: string } | FieldError {
  const value = keys.get(toMatchKey(text));
  if (value === null) return { message: 'tables.severalOf', args: { value: text, sure: uniqueName } };
  return value === undefined
    ? { message: 'tables.notFoundIn', args: { value: text, names: acceptedNames } }
    : { value };
}

interface ReferenceSource {
  resource: AnyResource;
  table: string;
  where: readonly Expression<SqlBool>[];
  /** The columns that the user may read, by field. */
  columns: Readonly<Record<string, string>>;
}

function getReferenceSource({ services, account }: ReadContext, to: string, by: string): ReferenceSource | undefined {
  const target = services.collections.find(({ resource }) => resource.name === to);
  if (!target) return undefined;
  const isKnown = isInKeyScope(account, target.resource);
  const open = target.columns.filter(
    ({ name }) => (isKnown || name === by) && mayFindBy(target.resource, account.role, name),
  );
  const columns = Object.fromEntries(open.map(({ name, valueColumn }) => [name, valueColumn]));
  const where = getReferenceableConditions(target, account);
  return { resource: target.resource, table: target.table, where, columns };
}

/** Loads the records that a reference may name: those whose id, stored value or label is among `named` match keys. */
export async function loadReferenceDirectory(
  context: ReadContext,
  field: Field,
  by: string,
  { named, language }: { named: ReadonlySet<string>; language: string },
): Promise<ReferenceDirectory> {
  const source = getReferenceSource(context, getTargetName(field) ?? '', by);
  const text = (isReferring(field) ? field.text : undefined) ?? source?.resource.title ?? '';
  const getLabel = (name: string) =>
    name === 'id' || !source ? name : `“${getFieldLabel(source.resource, name, language)}”`;
  // Fields that the user may not read are no part of the label.
  const known = listTemplateFields(text).filter((name) => !source || name === 'id' || name in source.columns);
  const parts = known.map((name) => [name, getLabel(name).replace(/[“”]/g, '')]);
  const uniqueName = getLabel(by);
  const label = fillTemplate(text, Object.fromEntries(parts));
  const names = new Set([...(label ? [`“${label}”`] : []), uniqueName, 'id']);
  const acceptedNames = new Intl.ListFormat(language, { type: 'disjunction' }).format(names);
  return { keys: await loadReferenceKeys(context, source, { text, by, named }), acceptedNames, uniqueName };
}

/** Maps match keys to the stored value of their record; to null if several records share one. */
async function loadReferenceKeys(
  context: ReadContext,
  source: ReferenceSource | undefined,
  { text, by, named }: { text: string; by: string; named: ReadonlySet<string> },
): Promise<ReferenceDirectory['keys']> {
  const names = source ? [...new Set([...listTemplateFields(text), by])].filter((name) => name in source.columns) : [];
  if (!source || (by !== 'id' && !names.includes(by))) return new Map();
  const selected = names.map((name, at) => sql`${sql.ref(source.columns[name] ?? '')} as ${sql.ref(`f${at}`)}`);
  const { db, store } = context.services;
  const found = new Map<string, string | null>();
  const yieldNow = createEventLoopYield();
  const pages = pagesById((last, size) => {
    const where = sql.join([sql`id > ${last}`, ...source.where], sql` and `);
    const query = sql<RecordValues & { id: string }>`select ${sql.join([sql`id`, ...selected])}
      from ${sql.table(source.table)} where ${where} order by id limit ${sql.lit(size)}`;
    return store.readers.read({ compile: () => query.compile(db) });
  }, REFERENCE_PAGE_SIZE);
  for await (const rows of pages)
    for (const row of rows) {
      await yieldNow();
      const record: RecordValues = Object.fromEntries(names.map((name, at) => [name, row[`f${at}`] ?? '']));
      record.id = row.id;
      const value = String(record[by] ?? '');
      if (value === '') continue;
      for (const name of new Set([row.id, value, fillTemplate(text, record)].map(toMatchKey)))
        if (named.has(name)) found.set(name, found.has(name) && found.get(name) !== value ? null : value);
    }
  return found;
}
