import { type RawBuilder, sql } from 'kysely';
import { groupingOf, mayReport, measuresOf, type ReportConfig } from '../../config/reports.ts';
import { isMe, joined, partsOf, type RowRule, rulesOf } from '../../config/rows.ts';
import { ROLES } from '../../wire/call.ts';
import type { DatabaseKind } from '../store/open.ts';
import type { Collection, Column } from './collection.ts';
import type { Condition } from './counts.ts';

/**
 * The least and the greatest value of a field that reports show: found at once by an index over what the records are
 * narrowed to, and the field. Such indexes are derived from the reports: what they are grouped by, what their rule says of
 * single values, and whose records a role sees.
 */
export interface Ends {
  /** In the order of the collection's columns. */
  by: readonly Column[];
  of: Column;
}

export const isEnd = (aggregate: string): aggregate is 'min' | 'max' => aggregate === 'min' || aggregate === 'max';

/** The field that tells whose a role's records are; undefined where a rule says more or nothing. */
export function ownerOf(
  { resource, columns }: Pick<Collection, 'resource' | 'columns'>,
  role: string,
): Column | undefined {
  const [part, ...others] = rulesOf(resource, role).flatMap((rule) => [...partsOf(rule)]);
  const [name, value] = others.length === 0 && part ? part : [];
  return isMe(value) ? columns.find((one) => one.name === name && !one.ids) : undefined;
}

/** The fields of which a report's rule asks for one value each. */
const ruledIn = ({ rows = {} }: ReportConfig<string>): string[] =>
  joined(rows as RowRule) ? [] : Object.entries(rows).flatMap(([name, value]) => (Array.isArray(value) ? [] : [name]));

export function endsOf(collection: Collection): Ends[] {
  const { resource, columns } = collection;
  const found = new Map<string, Ends>();
  for (const report of Object.values(resource.reports ?? {})) {
    const grouping = groupingOf(report);
    const ends = measuresOf(report).flatMap(({ of }) => (of && isEnd(of.aggregate) ? [of.field] : []));
    if (ends.length === 0 || grouping?.by) continue;
    // The total of a few groups is computed from them, that of many is asked for by itself.
    const { choices } = (resource.fields[grouping?.field ?? ''] ?? {}) as { choices?: unknown };
    const few = grouping && (choices !== undefined || resource.fields[grouping.field]?.kind.storage === 'flag');
    const groups = few ? [grouping.field] : [grouping?.field, undefined];
    const owners = ROLES.filter((role) => mayReport(resource, role, report)).map((role) =>
      rulesOf(resource, role).length > 0 ? ownerOf(collection, role) : undefined,
    );
    for (const of of columns.filter(({ name, links }) => ends.includes(name) && !links))
      for (const owner of new Set(owners))
        for (const group of groups) {
          const names = new Set([owner?.name, group, ...ruledIn(report)]);
          const by = columns.filter(({ name, links }) => names.has(name) && !links);
          // An index holds no long texts.
          if (by.every(({ storage, exact }) => storage !== 'text' || exact))
            found.set([...by, of].map(({ value }) => value).join(), { by, of });
        }
  }
  return [...found.values()];
}

/** What is kept of a field for each group of a table of counts. */
interface Asked {
  collection: Collection;
  kind: DatabaseKind;
  where: readonly Condition[];
  /** What is grouped by, and the value of a group as SQL, missing where the group has none. */
  group?: { column: Column; value: RawBuilder<unknown> } | undefined;
}

/** The least or the greatest value, as SQL; undefined where no index finds it at once. */
export function endOf(
  { collection, kind, where, group }: Asked,
  of: Column,
  aggregate: string,
): RawBuilder<unknown> | undefined {
  if (!isEnd(aggregate)) return undefined;
  const fixed = where.flatMap(({ is }) => (is ? [is] : []));
  if (fixed.length < where.length || fixed.some(([, values]) => values.length !== 1)) return undefined;
  const narrowed = new Set([...fixed.map(([column]) => column), ...(group ? [group.column] : [])]);
  const isFound = (one: Ends) =>
    one.of === of && one.by.length === narrowed.size && one.by.every((by) => narrowed.has(by));
  if (!endsOf(collection).some(isFound)) return undefined;
  const place = ({ value }: Column) => sql.ref(`${collection.table}.${value}`);
  const order = sql.raw(aggregate === 'min' ? 'asc nulls first' : 'desc nulls last');
  const find: Find = (grouped, by = []) => {
    const tests = [...fixed.map(([column, [one]]) => sql`${place(column)} = ${one}`), ...grouped];
    const keys = [...by, of].map((one) => sql`${place(one)} ${order}`);
    return sql`(select ${place(of)} from ${sql.table(collection.table)}
      where ${sql.join([...tests, sql`${place(of)} is not null`], sql` and `)} order by ${sql.join(keys)} limit 1)`;
  };
  const end = group ? eachOf(group, kind, place, find) : find([]);
  return of.storage === 'real' ? end : sql`cast(${end} as text)`;
}

/** The value that is found at the end of those orders, among records that pass these tests. */
type Find = (tests: readonly RawBuilder<unknown>[], by?: readonly Column[]) => RawBuilder<unknown>;

/** The same for the value of each group: that of none is asked for otherwise. */
function eachOf(
  { column, value }: NonNullable<Asked['group']>,
  kind: DatabaseKind,
  place: (column: Column) => RawBuilder<unknown>,
  find: Find,
): RawBuilder<unknown> {
  // What is counted by sorts by code point, the records' own column may not.
  const same = kind === 'postgres' && column.storage !== 'flag' ? sql`(${value}) collate "default"` : value;
  // PostgreSQL knows the order of an index behind a missing value only where that is ordered by as well.
  const none = find([sql`${place(column)} is null`], [column]);
  return sql`case when ${value} is null then ${none} else ${find([sql`${place(column)} = ${same}`])} end`;
}
