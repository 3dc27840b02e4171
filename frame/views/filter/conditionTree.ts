import { isDayField } from '../../fields/kind.ts';
import { takesValue } from '../../where/explainWhere.ts';
import { tryParseWhere, WhereError } from '../../where/parseWhere.ts';
import {
  type Condition,
  type FieldWhere,
  toFieldComparison,
  type Where,
  type WordedOperator,
} from '../../where/where.ts';
import type { ConditionField } from './conditionFields.ts';

export const CONDITIONS = 'where-conditions';
/** Form value of conditions that the panel cannot show as rows. */
export const FIXED = 'fixed';

/** Condition on one field. An empty `value` is still to be entered. */
export interface ConditionRow {
  field: string;
  operator: WordedOperator;
  value: unknown;
}

export interface ConditionGroup {
  join: 'and' | 'or';
  rows: (ConditionRow | ConditionGroup)[];
}

export const isGroup = (row: object): row is ConditionGroup => 'join' in row;
export const takesMany = (operator: WordedOperator): boolean => operator === 'in' || operator === 'notIn';

export function createRow({ name, operators: [operator = 'empty'] }: ConditionField): ConditionRow {
  return { field: name, operator, value: takesMany(operator) ? [] : '' };
}

export const lacksValue = ({ operator, value }: ConditionRow): boolean =>
  takesValue(operator) && ['', null, undefined].includes([value].flat()[0] as string | null | undefined);

function toFieldWhere({ operator, value }: ConditionRow): FieldWhere {
  if (!takesValue(operator)) return { exists: operator === 'notEmpty' };
  return (operator === 'equals' ? value : { [operator]: value }) as FieldWhere;
}

/** Converts rows to a where, without the rows that still lack a value. Undefined if none is left. */
export function toWhere({ join, rows }: ConditionGroup): Where | undefined {
  const parts = rows.flatMap((row): Where[] => {
    if (isGroup(row)) return [toWhere(row) ?? []].flat();
    return lacksValue(row) ? [] : [{ [row.field]: toFieldWhere(row) }];
  });
  return parts.length < 2 ? parts[0] : join === 'and' ? { and: parts } : { or: parts };
}

/** Parses a where of an address; undefined for a wrong one. */
export function readWhere(where: unknown): Condition | undefined {
  const condition = tryParseWhere(where);
  return condition instanceof WhereError ? undefined : condition;
}

function fitsInput({ field }: ConditionField, value: unknown): boolean {
  if (isDayField(field)) return /^\d{4}-\d{2}-\d{2}$/.test(String(value));
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Converts a condition to a row; undefined if the field's operators and input cannot show it. */
function toRow(condition: Condition, fields: readonly ConditionField[]): ConditionRow | undefined {
  const row = toFieldComparison(condition);
  const field = fields.find(({ name }) => name === row?.field);
  if (!row || !field?.operators.includes(row.operator)) return undefined;
  if (!takesValue(row.operator)) return { ...row, value: '' };
  return [row.value].flat().every((one) => fitsInput(field, one)) ? row : undefined;
}

/** Converts a where to rows with at most one level of groups; undefined if they cannot show it. */
export function fromWhere(where: unknown, fields: readonly ConditionField[]): ConditionGroup | undefined {
  const toGroup = (condition: Condition, levels: number): ConditionGroup | undefined => {
    const { kind: join, parts } = 'parts' in condition ? condition : ({ kind: 'and', parts: [condition] } as const);
    const rows = parts.flatMap(
      (part) => (levels > 0 && 'parts' in part ? toGroup(part, levels - 1) : toRow(part, fields)) ?? [],
    );
    return rows.length < parts.length || rows.length === 0 ? undefined : { join, rows };
  };
  const condition = readWhere(where);
  return condition && toGroup(condition, 1);
}

/** Returns the form paths of the values that are still to be entered. */
export function findMissingValues(group: ConditionGroup, source = CONDITIONS): string[] {
  return group.rows.flatMap((row, index) => {
    const place = `${source}.rows.${index}`;
    if (isGroup(row)) return findMissingValues(row, place);
    return lacksValue(row) ? [`${place}.value`] : [];
  });
}
