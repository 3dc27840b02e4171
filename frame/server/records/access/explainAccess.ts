import { type RawBuilder, sql } from 'kysely';
import { isMe, joined, type RowRule, type RowValue, rulesOf, ruleText } from '../../../config/rows.ts';
import type { Account } from '../../http/handler.ts';
import type { Services } from '../../services.ts';
import type { Collection } from '../schema/collection.ts';
import { collectionDb, type Row } from '../schema/collectionDb.ts';
import { readLinks } from '../schema/linkRows.ts';
import { type Values, valuesOf } from '../schema/recordRow.ts';
import { rolesThat } from './fieldAccess.ts';
import { recordsIn } from './rowRules.ts';

/** Whether an account sees a record, and why. */
export interface Explained {
  sees: boolean;
  /** One line for each reason: the rule or its part, what was found, and whether it holds. */
  because: string[];
}

type Explaining = Pick<Services, 'db' | 'collections'> & {
  /** Records that were asked for before, where many are explained that refer to the same ones. */
  known?: Map<string, Promise<[Values, To] | undefined>>;
};

async function rowWhere(on: Explaining, target: Collection, which: RawBuilder<unknown>): Promise<Row | undefined> {
  const where = sql.join([which, ...recordsIn(target)], sql` and `);
  const { rows } = await sql<Row>`select * from ${sql.table(target.table)} where ${where}`.execute(collectionDb(on.db));
  const [row] = await readLinks(collectionDb(on.db), target, rows);
  return row;
}

/** A record on a path: its values by field, of whichever resource. */
function recordAt(on: Explaining, name: string, by: string, value: unknown): Promise<[Values, To] | undefined> {
  const key = JSON.stringify([name, by, value]);
  const found = on.known?.get(key) ?? readAt(on, name, by, value);
  on.known?.set(key, found);
  return found;
}

async function readAt(on: Explaining, name: string, by: string, value: unknown): Promise<[Values, To] | undefined> {
  const target = on.collections.find(({ resource }) => resource.name === name);
  if (!target) return undefined;
  const key = by === 'id' ? 'id' : (target.columns.find((one) => one.name === by)?.value ?? 'id');
  const row = await rowWhere(on, target, sql`${sql.ref(key)} = ${value}`);
  return row && [ruledIn(target, row), toOf(target)];
}

/** A record's values as rules compare them: of a reference that keeps another value, the id. */
function ruledIn(collection: Collection, row: Row): Values {
  const values = valuesOf(collection, row);
  for (const { name, ids } of collection.columns) if (ids) values[name] = row[ids] ?? null;
  return values;
}

/** The resource that a field refers to, and the field of it that is kept. */
type To = (field: string) => [name: string, by: string] | undefined | '';
const toOf =
  ({ columns }: Collection): To =>
  (name) => {
    const { field, ids } = columns.find((one) => one.name === name) ?? {};
    const { to, value = 'id' } = (field ?? {}) as { to?: string; value?: string };
    return to && [to, ids ? 'id' : value];
  };

async function valueAt(on: Explaining, values: Values, to: To, [name = '', ...rest]: string[]): Promise<unknown> {
  const value = values[name] ?? null;
  const target = to(name);
  if (rest.length === 0 || value === null || !target) return rest.length === 0 ? value : null;
  const found: unknown[] = [];
  for (const one of [value].flat()) {
    const next = await recordAt(on, ...target, one);
    if (next) found.push(await valueAt(on, ...next, rest));
  }
  return Array.isArray(value) ? found.flat() : (found[0] ?? null);
}

/** Goes through a rule value by value, apart from the SQL that it is compiled to. */
async function evaluate(
  on: Explaining,
  rule: RowRule,
  record: Values,
  to: To,
  me: string,
  because: string[],
): Promise<boolean> {
  const inner = joined(rule);
  if (inner) {
    const parts: boolean[] = [];
    for (const one of inner.rules) parts.push(await evaluate(on, one, record, to, me, because));
    return inner.by === 'and' ? parts.every(Boolean) : parts.some(Boolean);
  }
  let holds = true;
  for (const [path, expected] of Object.entries(rule) as [string, RowValue][]) {
    const found = await valueAt(on, record, to, path.split('.'));
    const values = Array.isArray(found) && found.length > 0 ? found : [Array.isArray(found) ? null : found];
    const same = [expected].flat().some((one) => values.includes(isMe(one) ? me : one));
    const actual = values
      .map((one) => (one === null ? 'empty' : one === me ? `${one}, this account` : String(one)))
      .join(' and ');
    because.push(`${same ? 'holds' : 'fails'}: ${ruleText({ [path]: expected })} (found ${actual})`);
    holds &&= same;
  }
  return holds;
}

/** Whether this account sees that record of a collection, and by which rule. */
export async function explain(
  on: Explaining,
  collection: Collection,
  id: string,
  account: Account,
): Promise<Explained> {
  const { resource } = collection;
  const { role } = account;
  if (!rolesThat(resource, ['list', 'show', 'edit'], true).includes(role))
    return { sees: false, because: [`roles.${role} may neither list nor show ${resource.name}`] };
  const row = await rowWhere(on, collection, sql`id = ${id}`);
  if (!row) return { sees: false, because: [`there is no such record of ${resource.name}`] };
  const rules = rulesOf(resource, role);
  if (rules.length === 0) return { sees: true, because: [`roles.${role} sees every record of ${resource.name}`] };
  const because = [`roles.${role} sees where ${rules.map(ruleText).join(' and ')}`];
  const sees = await evaluate(on, { and: rules }, ruledIn(collection, row), toOf(collection), account.id, because);
  return { sees, because };
}

/** Whether a record meets a rule, found out value by value. */
export async function meets(
  on: Explaining,
  collection: Collection,
  rule: RowRule,
  id: string,
  me: string,
): Promise<boolean> {
  const row = await rowWhere(on, collection, sql`id = ${id}`);
  return row !== undefined && evaluate(on, rule, ruledIn(collection, row), toOf(collection), me, []);
}

/** Whether an account would see records of these values, which are not written yet. */
export function foresight(on: Explaining, collection: Collection, { id, role }: Account) {
  const rules = rulesOf(collection.resource, role);
  const asking = { ...on, known: new Map() };
  return async (values: Values): Promise<boolean> =>
    rules.length === 0 || evaluate(asking, { and: rules }, values, toOf(collection), id, []);
}
