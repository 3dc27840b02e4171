import { type RawBuilder, sql } from 'kysely';
import { getRowRule } from '../../../config/rowRules.ts';
import { getKeyField } from '../../../fields/fieldTypes.ts';
import { explainWhere } from '../../../where/explainWhere.ts';
import { type MatchContext, matches, readValues } from '../../../where/matchWhere.ts';
import { type Condition, listPaths } from '../../../where/where.ts';
import type { Account } from '../../http/callHandler.ts';
import type { Services } from '../../services.ts';
import { findHop, getTableConditions } from '../query/wherePath.ts';
import type { Collection } from '../schema/collection.ts';
import { type CollectionRow, toCollectionDb } from '../schema/collectionDb.ts';
import { readLinks } from '../schema/linkRows.ts';
import { type RecordValues, toRecordValues } from '../schema/recordRow.ts';
import { createMatchContext, getAllowedRoles } from './fieldAccess.ts';

/** Tells if an account sees a record, and why. */
export interface AccessExplanation {
  isVisible: boolean;
  /** A line per part of the rule: the part, the value found, and if it holds. */
  reasons: string[];
}

type ExplainContext = Pick<Services, 'db' | 'collections'> & {
  /** Referenced records found before. */
  cache?: Map<string, Promise<RecordValues[]>>;
};

async function findRecordsWhere(
  on: ExplainContext,
  collection: Collection,
  which: RawBuilder<unknown>,
): Promise<RecordValues[]> {
  const where = sql.join([which, ...getTableConditions(collection)], sql` and `);
  const db = toCollectionDb(on.db);
  const { rows } = await sql<CollectionRow>`select * from ${sql.table(collection.table)} where ${where}`.execute(db);
  return (await readLinks(db, collection, rows)).map((row) => toComparedValues(collection, row));
}

/** Returns the values of a row. A reference with an id column is a record with id and key. */
function toComparedValues(collection: Collection, row: CollectionRow): RecordValues {
  const values: RecordValues = { ...toRecordValues(collection, row), id: row.id };
  for (const { name, idColumn, field } of collection.columns) {
    if (idColumn && row[idColumn]) values[name] = { [getKeyField(field)]: values[name], id: row[idColumn] };
  }
  return values;
}

/** Segments of paths, as a tree. */
interface PathTree extends Map<string, PathTree> {}

/** Returns the paths of a condition as a tree, along which `readReferences` reads records. */
function toPathTree(condition: Condition): PathTree {
  const root: PathTree = new Map();
  for (const { path } of listPaths(condition)) {
    let at = root;
    for (const segment of path) {
      const next: PathTree = at.get(segment) ?? new Map();
      at.set(segment, next);
      at = next;
    }
  }
  return root;
}

/** Replaces the keys of references on these paths by the referenced records. */
async function readReferences(
  on: ExplainContext,
  collection: Collection,
  record: RecordValues,
  tree: PathTree,
): Promise<RecordValues> {
  const read = { ...record };
  for (const [name, inner] of tree) {
    const hop = findHop(collection, name, on.collections);
    const isRows = collection.resource.fields[name]?.kind.storage === 'children';
    if (!hop || (inner.size === 0 && !isRows)) continue;
    const { target } = hop;
    // Child rows refer to their parent by `key`; other keys are in the record.
    const given = isRows ? [record.id] : [record[name] ?? []].flat();
    const keys = given.map((one) => (one as { id?: unknown } | null)?.id ?? one);
    const key = JSON.stringify([target.table, hop.key, keys]);
    const which = keys.length > 0 ? sql`${sql.ref(hop.key)} in (${sql.join(keys)})` : sql`1 = 0`;
    const found = on.cache?.get(key) ?? findRecordsWhere(on, target, which);
    on.cache?.set(key, found);
    const records: RecordValues[] = [];
    for (const one of await found) records.push(await readReferences(on, target, one, inner));
    if (Array.isArray(record[name]) || isRows) read[name] = records;
    else if (records[0]) read[name] = records[0];
  }
  return read;
}

/** Returns the context in which an account's conditions are matched. */
const createPathContext = (on: ExplainContext, collection: Collection, id: string): MatchContext => ({
  ...createMatchContext(collection, { id }),
  getFields: (name) => on.collections.find((one) => one.resource.name === name)?.resource.fields,
});

/** Explains each comparison of a condition with the values it found. */
function explainParts(condition: Condition, record: RecordValues, context: MatchContext): string[] {
  if (condition.kind === 'and' || condition.kind === 'or')
    return condition.parts.flatMap((part) => explainParts(part, record, context));
  const compared = condition.kind === 'not' ? condition.part : condition;
  const found =
    compared.kind === 'compare'
      ? readValues(record, compared, context).map((one) => {
          if (one === null || one === undefined) return 'empty';
          return one === context.me ? `${one}, this account` : String(one);
        })
      : [];
  const holds = matches(condition, record, context) ? 'holds' : 'fails';
  return [`${holds}: ${explainWhere(condition)} (found ${found.join(' and ') || 'empty'})`];
}

/** Explains if an account sees a record, and by which rule. */
export async function explainAccess(
  on: ExplainContext,
  collection: Collection,
  id: string,
  account: Account,
): Promise<AccessExplanation> {
  const { resource } = collection;
  const { role } = account;
  if (!getAllowedRoles(resource, ['list', 'show', 'edit'], { orAction: true }).includes(role))
    return { isVisible: false, reasons: [`roles.${role} may neither list nor show ${resource.name}`] };
  const [found] = await findRecordsWhere(on, collection, sql`id = ${id}`);
  if (!found) return { isVisible: false, reasons: [`there is no such record of ${resource.name}`] };
  const rule = getRowRule(resource, role);
  if (!rule) return { isVisible: true, reasons: [`roles.${role} sees every record of ${resource.name}`] };
  const record = await readReferences(on, collection, found, toPathTree(rule));
  const context = createPathContext(on, collection, account.id);
  const reasons = [`roles.${role} sees where ${explainWhere(rule)}`, ...explainParts(rule, record, context)];
  return { isVisible: matches(rule, record, context), reasons };
}

/** True if a stored record meets a condition, evaluated in JavaScript. */
export async function matchesStored(
  on: ExplainContext,
  collection: Collection,
  condition: Condition,
  id: string,
  me: string,
): Promise<boolean> {
  const [found] = await findRecordsWhere(on, collection, sql`id = ${id}`);
  if (!found) return false;
  const record = await readReferences(on, collection, found, toPathTree(condition));
  return matches(condition, record, createPathContext(on, collection, me));
}

/** Creates a function that tells if an account would see a record with these values. */
export function createVisibilityCheck(on: ExplainContext, collection: Collection, { id, role }: Account) {
  const rule = getRowRule(collection.resource, role);
  const asking = { ...on, cache: new Map() };
  const context = createPathContext(on, collection, id);
  return async (values: RecordValues): Promise<boolean> =>
    !rule || matches(rule, await readReferences(asking, collection, values, toPathTree(rule)), context);
}
