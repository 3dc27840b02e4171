import { type RawBuilder, sql } from 'kysely';
import {
  formatRule,
  getJoinedRules,
  getRowRules,
  isMe,
  type RowRule,
  type RowValue,
} from '../../../config/rowRules.ts';
import type { Account } from '../../http/callHandler.ts';
import type { Services } from '../../services.ts';
import type { Collection } from '../schema/collection.ts';
import { type CollectionRow, toCollectionDb } from '../schema/collectionDb.ts';
import { readLinks } from '../schema/linkRows.ts';
import { type RecordValues, toRecordValues } from '../schema/recordRow.ts';
import { getAllowedRoles } from './fieldAccess.ts';
import { getTableConditions } from './rowRules.ts';

/** Tells if an account sees a record, and why. */
export interface AccessExplanation {
  isVisible: boolean;
  /** A line per part of the rule: the part, the value found, and if it holds. */
  reasons: string[];
}

type ExplainContext = Pick<Services, 'db' | 'collections'> & {
  /** Referenced records found before. */
  cache?: Map<string, Promise<[RecordValues, FindTarget] | undefined>>;
};

async function findRowWhere(
  on: ExplainContext,
  target: Collection,
  which: RawBuilder<unknown>,
): Promise<CollectionRow | undefined> {
  const where = sql.join([which, ...getTableConditions(target)], sql` and `);
  const { rows } = await sql<CollectionRow>`select * from ${sql.table(target.table)} where ${where}`.execute(
    toCollectionDb(on.db),
  );
  const [row] = await readLinks(toCollectionDb(on.db), target, rows);
  return row;
}

/** Finds the values of a referenced record, from the cache if possible. */
function findReferencedRecord(
  on: ExplainContext,
  name: string,
  by: string,
  value: unknown,
): Promise<[RecordValues, FindTarget] | undefined> {
  const key = JSON.stringify([name, by, value]);
  const found = on.cache?.get(key) ?? readReferencedRecord(on, name, by, value);
  on.cache?.set(key, found);
  return found;
}

async function readReferencedRecord(
  on: ExplainContext,
  name: string,
  by: string,
  value: unknown,
): Promise<[RecordValues, FindTarget] | undefined> {
  const target = on.collections.find(({ resource }) => resource.name === name);
  if (!target) return undefined;
  const key = by === 'id' ? 'id' : (target.columns.find((one) => one.name === by)?.valueColumn ?? 'id');
  const row = await findRowWhere(on, target, sql`${sql.ref(key)} = ${value}`);
  return row && [toRuleValues(target, row), createFindTarget(target)];
}

/** Returns the values that rules compare: of a reference always the id. */
function toRuleValues(collection: Collection, row: CollectionRow): RecordValues {
  const values = toRecordValues(collection, row);
  for (const { name, idColumn } of collection.columns) if (idColumn) values[name] = row[idColumn] ?? null;
  return values;
}

/** Returns the resource that a field refers to, and the stored field of it. */
type FindTarget = (field: string) => [name: string, by: string] | undefined | '';
const createFindTarget =
  ({ columns }: Collection): FindTarget =>
  (name) => {
    const { field, idColumn } = columns.find((one) => one.name === name) ?? {};
    const { to, value = 'id' } = (field ?? {}) as { to?: string; value?: string };
    return to && [to, idColumn ? 'id' : value];
  };

async function readPath(
  on: ExplainContext,
  values: RecordValues,
  to: FindTarget,
  [name = '', ...rest]: string[],
): Promise<unknown> {
  const value = values[name] ?? null;
  const target = to(name);
  if (rest.length === 0 || value === null || !target) return rest.length === 0 ? value : null;
  const found: unknown[] = [];
  for (const one of [value].flat()) {
    const next = await findReferencedRecord(on, ...target, one);
    if (next) found.push(await readPath(on, ...next, rest));
  }
  return Array.isArray(value) ? found.flat() : (found[0] ?? null);
}

/** Evaluates a rule in JavaScript, independent of its SQL. */
async function evaluateRule(
  on: ExplainContext,
  rule: RowRule,
  record: RecordValues,
  to: FindTarget,
  me: string,
  because: string[],
): Promise<boolean> {
  const inner = getJoinedRules(rule);
  if (inner) {
    const parts: boolean[] = [];
    for (const one of inner.rules) parts.push(await evaluateRule(on, one, record, to, me, because));
    return inner.by === 'and' ? parts.every(Boolean) : parts.some(Boolean);
  }
  let holds = true;
  for (const [path, expected] of Object.entries(rule) as [string, RowValue][]) {
    const found = await readPath(on, record, to, path.split('.'));
    const values = Array.isArray(found) && found.length > 0 ? found : [Array.isArray(found) ? null : found];
    const same = [expected].flat().some((one) => values.includes(isMe(one) ? me : one));
    const actual = values
      .map((one) => (one === null ? 'empty' : one === me ? `${one}, this account` : String(one)))
      .join(' and ');
    because.push(`${same ? 'holds' : 'fails'}: ${formatRule({ [path]: expected })} (found ${actual})`);
    holds &&= same;
  }
  return holds;
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
  if (!getAllowedRoles(resource, ['list', 'show', 'edit'], true).includes(role))
    return { isVisible: false, reasons: [`roles.${role} may neither list nor show ${resource.name}`] };
  const row = await findRowWhere(on, collection, sql`id = ${id}`);
  if (!row) return { isVisible: false, reasons: [`there is no such record of ${resource.name}`] };
  const rules = getRowRules(resource, role);
  if (rules.length === 0) return { isVisible: true, reasons: [`roles.${role} sees every record of ${resource.name}`] };
  const because = [`roles.${role} sees where ${rules.map(formatRule).join(' and ')}`];
  const sees = await evaluateRule(
    on,
    { and: rules },
    toRuleValues(collection, row),
    createFindTarget(collection),
    account.id,
    because,
  );
  return { isVisible: sees, reasons: because };
}

/** True if a record meets a rule, evaluated in JavaScript. */
export async function matchesRule(
  on: ExplainContext,
  collection: Collection,
  rule: RowRule,
  id: string,
  me: string,
): Promise<boolean> {
  const row = await findRowWhere(on, collection, sql`id = ${id}`);
  return (
    row !== undefined && evaluateRule(on, rule, toRuleValues(collection, row), createFindTarget(collection), me, [])
  );
}

/** Creates a function that tells if an account would see a record with these values. */
export function createVisibilityCheck(on: ExplainContext, collection: Collection, { id, role }: Account) {
  const rules = getRowRules(collection.resource, role);
  const asking = { ...on, cache: new Map() };
  return async (values: RecordValues): Promise<boolean> =>
    rules.length === 0 || evaluateRule(asking, { and: rules }, values, createFindTarget(collection), id, []);
}
