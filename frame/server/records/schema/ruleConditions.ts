import type { DatabaseKind } from '../../db/openDatabase.ts';
import type { Collection, CollectionRule } from './collection.ts';
import { quoteName } from './tableNames.ts';

/** PostgreSQL: range of texts. It makes keys and days usable in an exclusion constraint without an extension. */
export const TEXT_RANGE = 'text_range';
/** Later than every end: moments in milliseconds, days as texts. */
const NO_END = { moments: Number.MAX_SAFE_INTEGER, days: '~' };

/** Compiles the condition that a row can break the rule: no value is missing, and the period is not empty. */
export function compileIsChecked({ by, period }: CollectionRule, of = ''): string {
  const column = (name: string) => `${of}${quoteName(name)}`;
  const present = [...by, ...(period ? [period.from] : [])].map((name) => `${column(name)} is not null`);
  if (!period) return present.join(' and ');
  const [from, to] = [column(period.from), column(period.to)];
  return [...present, `(${to} is null or ${to} ${period.days ? '>=' : '>'} ${from})`].join(' and ');
}

/** Compiles the parts of an exclusion constraint: expressions with their operators. */
const compileExclusion = ({ by, period }: CollectionRule, toSql: (column: string) => string) => [
  ...by.map((name) => [`${TEXT_RANGE}(${toSql(name)}, ${toSql(name)}, '[]')`, '='] as const),
  ...(period
    ? [
        [
          period.days
            ? `${TEXT_RANGE}(${toSql(period.from)}, ${toSql(period.to)}, '[]')`
            : `int8range(${toSql(period.from)}, ${toSql(period.to)}, '[)')`,
          '&&',
        ] as const,
      ]
    : []),
];

export const compileConstraint = (rule: CollectionRule): string =>
  compileExclusion(rule, quoteName)
    .map(([expression, operator]) => `${expression} with ${operator}`)
    .join(', ');

/**
 * Compiles a query for the id of the last record that conflicts with the given values. `toSql` returns the SQL of a
 * value.
 * SQLite compares only the last earlier start: records that obey the rule overlap no others, so an earlier one ends
 * before it.
 */
export function compileConflictQuery(
  kind: DatabaseKind,
  { table }: Pick<Collection, 'table'>,
  rule: CollectionRule,
  toSql: (column: string) => string,
): string {
  const { by, period } = rule;
  const from = `from ${quoteName(table)}`;
  const other = `id <> ${toSql('id')}`;
  if (period && kind === 'postgres') {
    const given = compileExclusion(rule, toSql).map(([expression]) => expression);
    const clash = compileExclusion(rule, quoteName).map(([own, operator], at) => `${own} ${operator} ${given[at]}`);
    const where = [...clash, compileIsChecked(rule), other].join(' and ');
    return `select id ${from} where ${where} order by ${quoteName(period.from)} desc limit 1`;
  }
  const same = by.map((name) => `${quoteName(name)} = ${toSql(name)}`);
  if (!period) return `select id ${from} where ${[...same, other].join(' and ')} limit 1`;
  const [start, end, touches] = [quoteName(period.from), quoteName(period.to), period.days ? '=' : ''];
  const noEnd = period.days ? `'${NO_END.days}'` : NO_END.moments;
  const starts = `${start} <${touches} coalesce(${toSql(period.to)}, ${noEnd})`;
  const where = [...same, compileIsChecked(rule), starts, other].join(' and ');
  return `select id from (select id, ${end} ${from} where ${where} order by ${start} desc limit 1) as last
    where ${end} is null or ${end} >${touches} ${toSql(period.from)}`;
}

/** Finds the rule that a database error is about. */
export function findBrokenRule({ table, rules = [] }: Collection, cause: unknown): CollectionRule | undefined {
  const { message = '', constraint = '' } = cause as { message?: string; constraint?: string };
  return rules.find(({ name, by, period }) => {
    const columns = by.map((column) => `${table}.${column}`).join(', ');
    return [constraint, message].includes(name) || (!period && message === `UNIQUE constraint failed: ${columns}`);
  });
}

type RuleValues = Readonly<Record<string, unknown>>;

/** Finds pairs of rows that break a rule. `by` and `period` name the compared values of a row. */
export function findClashes<R extends RuleValues>(
  { by, period }: Pick<CollectionRule, 'by' | 'period'>,
  rows: readonly R[],
): [R, R][] {
  const complete = rows.filter((row) => by.every((name) => (row[name] ?? null) !== null));
  const groups = Map.groupBy(complete, (row) => JSON.stringify(by.map((name) => String(row[name]))));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first || group.length < 2) return [];
    if (!period) return group.slice(1).map((row): [R, R] => [first, row]);
    return findOverlaps(group, period);
  });
}

/** Finds rows that overlap the one before them that ends last. */
function findOverlaps<R extends RuleValues>(
  group: readonly R[],
  { from, to, days }: NonNullable<CollectionRule['period']>,
): [R, R][] {
  const noEnd = days ? NO_END.days : NO_END.moments;
  const startOf = (row: R) => row[from] as string | number;
  const endOf = (row: R) => (row[to] ?? noEnd) as string | number;
  const isLater = (one: string | number, other: string | number) => (days ? one >= other : one > other);
  const clashes: [R, R][] = [];
  let last: R | undefined;
  const present = group.filter((row) => (row[from] ?? null) !== null && isLater(endOf(row), startOf(row)));
  for (const row of present.toSorted((a, b) => (startOf(a) < startOf(b) ? -1 : 1))) {
    if (last && isLater(endOf(last), startOf(row))) clashes.push([last, row]);
    if (!last || endOf(row) > endOf(last)) last = row;
  }
  return clashes;
}
