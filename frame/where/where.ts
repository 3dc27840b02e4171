import type { WhereSymbol } from './symbols.ts';

/** Comparisons of one field. */
export const OPERATORS = [
  'equals',
  'not',
  'in',
  'notIn',
  'gt',
  'gte',
  'lt',
  'lte',
  'contains',
  'startsWith',
  'exists',
  'some',
  'every',
] as const;
export type Operator = (typeof OPERATORS)[number];

export type Scalar = string | number | boolean;
export type WhereValue = Scalar | WhereSymbol;

/** Condition on one field: a value, one of several values, null for an empty field, or operators joined by `and`. */
export type FieldWhere =
  | WhereValue
  | null
  | readonly (WhereValue | null)[]
  | {
      readonly equals?: WhereValue | null;
      /** Exact complement of `equals`: records without a value match. */
      readonly not?: WhereValue | null;
      readonly in?: readonly (WhereValue | null)[];
      /** Exact complement of `in`. */
      readonly notIn?: readonly (WhereValue | null)[];
      readonly gt?: WhereValue;
      readonly gte?: WhereValue;
      readonly lt?: WhereValue;
      readonly lte?: WhereValue;
      /** Ignores case and accents, as `startsWith` does. */
      readonly contains?: string;
      readonly startsWith?: string;
      readonly exists?: boolean;
      /** At least one of the referenced records matches. */
      readonly some?: Where;
      /** No referenced record fails to match. */
      readonly every?: Where;
    };

/**
 * Condition on a record, joined by `and`. Paths follow references.
 * @example { 'copy.branch': me, state: ['New', 'Open'] }
 * @example { or: [{ dueOn: { lt: today } }, { not: { keeper: null } }] }
 */
export type Where<N extends string = string> =
  | { readonly and: readonly Where<N>[] }
  | { readonly or: readonly Where<N>[] }
  | { readonly not: Where<N> }
  | { readonly [K in N | 'id' | `${N}.${string}`]?: FieldWhere };

/** Operators of the normal form. The others are complements of these. */
export type BasicOperator = Exclude<Operator, 'not' | 'notIn' | 'some' | 'every'>;
export type ComparedValue = WhereValue | null | readonly (WhereValue | null)[];

export interface Comparison {
  kind: 'compare';
  path: readonly string[];
  operator: BasicOperator;
  value: ComparedValue;
}

/** Normal form of a `Where`. */
export type Condition =
  | { kind: 'and'; parts: readonly Condition[] }
  | { kind: 'or'; parts: readonly Condition[] }
  | { kind: 'not'; part: Condition }
  | Comparison
  | { kind: 'some'; path: readonly string[]; part: Condition };

/** True for the normal form. A record's field may be called `kind` as well. */
export const isCondition = (where: Where | Condition): where is Condition =>
  'kind' in where && ['parts', 'part', 'path'].some((key) => key in where);

type PathCondition = Extract<Condition, { path: readonly string[] }>;

/** Yields every comparison and every `some` of a condition with its full path. */
export function* listPaths(condition: Condition, prefix: readonly string[] = []): Generator<PathCondition> {
  if ('path' in condition) yield { ...condition, path: [...prefix, ...condition.path] };
  if ('part' in condition)
    yield* listPaths(condition.part, condition.kind === 'some' ? [...prefix, ...condition.path] : prefix);
  if ('parts' in condition) for (const part of condition.parts) yield* listPaths(part, prefix);
}

export const listComparisons = (condition: Condition): Comparison[] =>
  [...listPaths(condition)].filter((one) => one.kind === 'compare');

/** Returns the parts that all must hold. */
export const getConjuncts = (condition: Condition): readonly Condition[] =>
  condition.kind === 'and' ? condition.parts.flatMap(getConjuncts) : [condition];

/** Returns the condition for a record that refers to the original one by `path`. */
export function prefixCondition(condition: Condition, path: readonly string[]): Condition {
  if (condition.kind === 'compare' || condition.kind === 'some')
    return { ...condition, path: [...path, ...condition.path] };
  if (condition.kind === 'not') return { ...condition, part: prefixCondition(condition.part, path) };
  return { ...condition, parts: condition.parts.map((part) => prefixCondition(part, path)) };
}
