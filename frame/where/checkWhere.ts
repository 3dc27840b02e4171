import { isCalendarDay, isChoice } from '../fields/fieldTypes.ts';
import type { Field } from '../fields/kind.ts';
import { tryParseWhere, WhereError } from './parseWhere.ts';
import { isSymbol } from './symbols.ts';
import {
  type BasicOperator,
  type Comparison,
  type Condition,
  getConjuncts,
  listComparisons,
  type Where,
} from './where.ts';

/** Field at the end of a path, or the wrong segment with its alternatives. */
export type ResolvedPath =
  | { field: Field /** Description of the fields that hold an account, if this one does not. */; refusesMe?: string }
  | { name: string; expected: string; names: readonly string[] };

type Report = (key: string, found: unknown, expected: string, names?: readonly string[]) => void;

const EQUALITY: readonly BasicOperator[] = ['equals', 'in', 'exists'];
const ORDER: readonly BasicOperator[] = ['gt', 'gte', 'lt', 'lte'];
const TEXT: readonly BasicOperator[] = ['contains', 'startsWith'];

export function getOperators({ kind: { storage } }: Field): readonly BasicOperator[] {
  if (['json', 'file', 'files', 'children'].includes(storage)) return ['exists'];
  if (storage === 'links' || storage === 'flag') return EQUALITY;
  return storage === 'text' ? [...EQUALITY, ...ORDER, ...TEXT] : [...EQUALITY, ...ORDER];
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Returns a description of the expected value, `refusesMe` for `me` if it is given, or undefined if this one fits. */
function describeMismatch(field: Field, operator: BasicOperator, value: unknown, refusesMe?: string) {
  const { name, storage } = field.kind;
  if (value === null || TEXT.includes(operator) || operator === 'exists') return undefined;
  if (isSymbol(value)) {
    if (value.symbol === 'me') return refusesMe;
    return storage === 'moment' || (isCalendarDay(field) && value.symbol === 'today')
      ? undefined
      : `a value of ${name}`;
  }
  if (storage === 'moment' && DAY.test(String(value))) return undefined;
  const isValue = field.kind.schema(field).safeParse(storage === 'links' ? [value] : value).success;
  return isValue ? undefined : `a value of ${name}`;
}

function checkComparison(
  { path, operator, value }: Comparison,
  key: string,
  found: ResolvedPath,
  report: Report,
): void {
  const place = `${key}.${path.join('.')}`;
  if ('expected' in found) {
    report(place, found.name, found.expected, found.names);
    return;
  }
  const operators = getOperators(found.field);
  if (!operators.includes(operator)) report(place, operator, `one of ${operators.join(', ')}`);
  else if (Array.isArray(value) && value.length === 0) report(place, [], 'at least one value');
  else
    for (const one of [value].flat()) {
      const expected = describeMismatch(found.field, operator, one, found.refusesMe);
      const choices = isChoice(found.field) && typeof one === 'string' ? found.field.choices : undefined;
      if (expected) report(place, isSymbol(one) ? one.symbol : one, expected, choices);
    }
}

const listEmptyJoins = (condition: Condition): string[] => {
  if (condition.kind === 'compare') return [];
  if (condition.kind === 'not' || condition.kind === 'some') return listEmptyJoins(condition.part);
  return condition.parts.length === 0 ? [condition.kind] : condition.parts.flatMap(listEmptyJoins);
};

/** Checks a where of a config: its paths exist, and operators and values fit their fields. */
export function checkWhere(
  where: Where,
  key: string,
  resolvePath: (path: readonly string[]) => ResolvedPath,
  report: Report,
): void {
  const condition = tryParseWhere(where);
  if (condition instanceof WhereError) {
    report([key, condition.path].filter(Boolean).join('.'), condition.found, condition.expected, condition.names);
    return;
  }
  if (getConjuncts(condition).length === 0 || listEmptyJoins(condition).length > 0)
    report(key, where, 'at least one condition, such as { owner: me }');
  for (const one of listComparisons(condition)) checkComparison(one, key, resolvePath(one.path), report);
}
