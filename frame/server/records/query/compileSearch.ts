import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DatabaseKind } from '../../db/openDatabase.ts';
import { toSearchKey } from '../../db/searchKey.ts';
import type { Account } from '../../http/callHandler.ts';
import type { Collection, Column } from '../schema/collection.ts';
import { createListRefusal } from './compileWhere.ts';
import { compileEquals, MAX_SEARCH_LENGTH } from './operatorMap.ts';
import { addSearchIndex, containsText, getTextKey, matchLookup } from './searchCondition.ts';
import { getValueCondition, joinConditions } from './wherePath.ts';

interface SearchContext {
  zone: string;
  kind: DatabaseKind;
  account: Account;
}

const addValueCondition = (column: Column, account: Account, test: RawBuilder<SqlBool>): RawBuilder<SqlBool> => {
  const given = getValueCondition(column, account);
  return given ? sql`(${given} and ${test})` : test;
};

/** Compiles a search in these fields: texts contain it, other fields equal it. */
export function compileSearch(
  collection: Collection,
  q: unknown,
  { zone, kind, account }: SearchContext,
  names: readonly string[],
): RawBuilder<SqlBool> {
  const { columns, existingTable } = collection;
  const text = ['string', 'number'].includes(typeof q) ? String(q).trim() : '';
  if (text === '' || text.length > MAX_SEARCH_LENGTH || text.includes('\0'))
    throw createListRefusal('q', 'a text is expected');
  const fields = columns.filter(({ name }) => names.includes(name));
  const isText = ({ keyColumn, storage }: Column) => keyColumn !== undefined || (existingTable && storage === 'text');
  const texts = fields.filter(isText);
  const others = fields
    .filter((one) => !isText(one))
    .flatMap((one) => {
      const same = compileEquals(one, text, zone);
      return same ? [addValueCondition(one, account, same)] : [];
    });
  const own = texts.filter(({ lookup }) => !lookup?.searchedColumn);
  const inOwn = joinConditions(
    own.map((one) => addValueCondition(one, account, containsText(getTextKey(one), toSearchKey(text)))),
    'or',
  );
  const inOthers = texts.flatMap((one) => {
    const found = one.lookup && matchLookup(one.lookup, kind, toSearchKey(text));
    return found ? [addValueCondition(one, account, found)] : [];
  });
  const parts = [
    ...(own.length > 0 ? [addSearchIndex(collection, kind, own, text, inOwn)] : []),
    ...inOthers,
    ...others,
  ];
  if (inOthers.length === 0 || parts.length < 2) return joinConditions(parts, 'or');
  // A union uses the index of each part; with "or" PostgreSQL would scan the table.
  const found = parts.map((part) => sql`select id from ${sql.table(collection.table)} where ${part}`);
  return sql`id in (${sql.join(found, sql` union `)})`;
}
