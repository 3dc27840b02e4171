import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { getKeyField, getTargetName, isChildren } from '../../../fields/fieldTypes.ts';
import { text } from '../../../fields/text.ts';
import type { DatabaseKind } from '../../db/openDatabase.ts';
import type { Account } from '../../http/callHandler.ts';
import type { Collection, Column } from '../schema/collection.ts';
import { getIndexExpression } from '../schema/indexKeys.ts';
import { compileLinksTo, isLinkColumn } from '../schema/linkRows.ts';
import { STORAGE_CODECS } from '../schema/storageCodecs.ts';
import { isSourceInKeyScope } from './keyScope.ts';

/** The collections, time zone and caller that a where is compiled for. */
export interface WhereContext {
  collections: readonly Collection[];
  zone: string;
  /** Account id, or a column that holds one. */
  me: RawBuilder<unknown>;
  /** Values that this user does not see count as missing. */
  account?: Account;
  /** Needed for the search index. */
  kind?: DatabaseKind;
}

const ID_COLUMN: Column = {
  ...{ name: 'id', field: text(), storage: 'text', codec: STORAGE_CODECS.text, valueColumn: 'id' },
  ...{ indexed: true, exact: true },
};

export const findColumn = ({ columns }: Pick<Collection, 'columns'>, name: string): Column | undefined =>
  name === 'id' ? ID_COLUMN : columns.find((one) => one.name === name);

export const joinConditions = (parts: readonly Expression<SqlBool>[], by: 'and' | 'or'): RawBuilder<SqlBool> =>
  parts.length > 0
    ? sql<SqlBool>`(${sql.join(parts, sql.raw(` ${by} `))})`
    : sql`${sql.raw(by === 'and' ? '1 = 1' : '1 = 0')}`;

/** Returns the conditions that select the records of an existing table. */
export const getTableConditions = ({ tableFilter = [] }: Collection) => tableFilter.map(({ expression }) => expression);

/** Returns the condition that the caller sees the source of a lookup; undefined if they see all. */
export const getValueCondition = (column: Column, account: Account): RawBuilder<SqlBool> | undefined =>
  isSourceInKeyScope(column, account) ? column.valueRules?.[account.role]?.(sql`${account.id}`) : sql`(1 = 0)`;

/** The records that a field refers to. */
export interface Hop {
  target: Collection;
  /** Column of the target with the keys. */
  key: string;
  /** Compiles that the record refers to one of these keys: a subquery in parentheses. */
  isIn(keys: RawBuilder<unknown>): RawBuilder<SqlBool>;
}

const compileIn = (column: string) => (keys: RawBuilder<unknown>) => sql<SqlBool>`${sql.ref(column)} in ${keys}`;

/** Follows a reference, references or children; returns undefined for other fields. */
export function findHop({ resource, columns }: Collection, name: string, collections: readonly Collection[]) {
  const field = resource.fields[name];
  const target = collections.find((one) => one.resource.name === getTargetName(field));
  if (!target || !field) return undefined;
  const given = (key: string | undefined, isIn: Hop['isIn']): Hop | undefined =>
    key ? { target, key, isIn } : undefined;
  if (isChildren(field))
    return given(target.columns.find((one) => one.name === field.field)?.valueColumn, compileIn('id'));
  const column = columns.find((one) => one.name === name);
  if (!column) return undefined;
  if (column.idColumn) return given('id', compileIn(column.idColumn));
  const key = findColumn(target, getKeyField(field))?.valueColumn;
  if (isLinkColumn(column)) return given(key, (keys) => compileLinksTo(column, keys));
  if (!column.keyColumn || column.exact) return given(key, compileIn(column.valueColumn));
  // Compares the index key too, so that the index of a text is used.
  const start = getIndexExpression(column);
  return given(key, (keys) => sql`(${start} in ${keys} and ${sql.ref(column.valueColumn)} in ${keys})`);
}

/** Compiles that a hop leads to a record that meets `test`, and that the user sees. */
export function compileHop({ target, key, isIn }: Hop, test: RawBuilder<SqlBool>, { account, me }: WhereContext) {
  const rule = account && target.rowRules[account.role];
  const tests = [...getTableConditions(target), ...(rule ? [rule(me)] : []), test];
  return isIn(sql`(select ${sql.ref(key)} from ${sql.table(target.table)} where ${joinConditions(tests, 'and')})`);
}
