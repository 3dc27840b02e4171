import { type SqlBool, sql } from 'kysely';
import { mayRead } from '../../../config/rights.ts';
import { getKeyField, isReferring } from '../../../fields/fieldTypes.ts';
import { fillTemplate, listTemplateFields } from '../../../fields/reference.ts';
import { runCachedWhere } from '../../db/cachedQuery.ts';
import type { Db } from '../../db/databaseSchema.ts';
import { expandJsonTexts } from '../../db/jsonLists.ts';
import type { Account } from '../../http/callHandler.ts';
import type { Services } from '../../services.ts';
import { mayFindBy } from '../access/fieldAccess.ts';
import { getVisibleConditions } from '../access/rowRules.ts';
import { isInKeyScope } from '../query/keyScope.ts';
import { findColumn } from '../query/wherePath.ts';
import { type Collection, getCollectionKey } from '../schema/collection.ts';
import type { CollectionRow } from '../schema/collectionDb.ts';
import { type RecordValues, readValue } from '../schema/recordRow.ts';
import { getDb, type ReadContext } from './operationContext.ts';
import { selectMatching } from './selectRecords.ts';

type ReferencedRecords = Map<string, RecordValues>;

/** Finds referenced records by the values of their field `by`, with those of `fields` that the reader may know. */
async function findReferencedRecords(
  db: Db,
  target: Collection,
  { by, fields, values }: { by: string; fields: readonly string[]; values: readonly unknown[] },
  reader: Account,
): Promise<ReferencedRecords> {
  const { resource } = target;
  const key = findColumn(target, by);
  if (!key || values.length === 0 || !isInKeyScope(reader, resource)) return new Map();
  const columns = target.columns.filter(
    ({ name, linkTable }) => !linkTable && fields.includes(name) && mayFindBy(resource, reader.role, name),
  );
  const list = key.storage === 'text' ? expandJsonTexts(db, JSON.stringify(values)) : sql`(${sql.join(values)})`;
  const isNamed = sql<SqlBool>`${sql.ref(key.valueColumn)} in ${list}`;
  const where = [isNamed, ...getVisibleConditions(target, reader)].map((expression) => ({ expression }));
  const read = ['id', key.valueColumn, ...columns.map(({ valueColumn }) => valueColumn)];
  const rows = await runCachedWhere(db, `${getCollectionKey(target)} labels ${read}`, where, {}, (all) =>
    selectMatching(db, target, all).select([...new Set(read)]),
  );
  return new Map(
    (rows as CollectionRow[]).map((row) => {
      const record: RecordValues = { id: row.id };
      for (const column of columns) record[column.name] = readValue(column, row);
      return [String(row[key.valueColumn]), record];
    }),
  );
}

/**
 * Adds `labels` to records: the text of each reference by field, a list for many references. A label that the user may
 * not read is null. Runs one query per referenced resource and key. `only` limits it to these fields, whose labels then
 * name no further references.
 */
export async function addLabels(
  context: ReadContext,
  records: readonly RecordValues[],
  only?: readonly string[],
): Promise<void> {
  const { services, collection, account } = context;
  if (records.length === 0) return;
  const references = collection.columns.flatMap(({ name, field }) => {
    if (!isReferring(field) || !mayRead(collection.resource, account.role, name)) return [];
    if (only && !only.includes(name)) return [];
    const target = services.collections.find(({ resource }) => resource.name === field.to);
    return target ? [{ name, text: field.text ?? target.resource.title, by: getKeyField(field), target }] : [];
  });
  const cache = new Map<string, ReferencedRecords>();
  for (const { name, text, by, target } of references) {
    const key = `${target.resource.name} ${by}`;
    const same = references.filter((one) => one.target === target && one.by === by);
    const values = new Set(same.flatMap((one) => records.flatMap((record) => record[one.name] ?? [])));
    const fields = same.flatMap((one) => listTemplateFields(one.text));
    const query = { by, fields, values: [...values] };
    const found = cache.get(key) ?? (await findReferencedRecords(getDb(context), target, query, account));
    if (!only && !cache.has(key)) await addLabels({ ...context, collection: target }, [...found.values()], fields);
    cache.set(key, found);
    const texts = new Map([...found].map(([value, referenced]) => [value, fillTemplate(text, referenced) || null]));
    const getLabel = (value: unknown) => texts.get(String(value)) ?? null;
    for (const record of records) {
      const value = record[name] ?? null;
      if (value === null) continue;
      record.labels ??= {};
      (record.labels as RecordValues)[name] = Array.isArray(value) ? value.map(getLabel) : getLabel(value);
    }
  }
}

/** Finds the titles of those records that the reader may see, by id. */
export async function findTitles(
  services: Services,
  target: Collection,
  ids: readonly string[],
  reader: Account,
): Promise<Map<string, string>> {
  const query = { by: 'id', fields: listTemplateFields(target.resource.title), values: ids };
  const found = await findReferencedRecords(getDb({ services }), target, query, reader);
  return new Map(
    [...found].flatMap(([id, values]) => {
      const name = fillTemplate(target.resource.title, values);
      return name ? [[id, name]] : [];
    }),
  );
}
