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

/** Keeps `unknown`, which allows every value. */
type Present<V> = [unknown] extends [V] ? unknown : NonNullable<V>;
type Listed<V> = V extends readonly (infer E)[] ? E : V;
/** A value that a field is compared with: one of its own, or a symbol for a text. */
type Compared<V> = [unknown] extends [V]
  ? WhereValue
  : Extract<Listed<V>, Scalar> | (string extends Listed<V> ? WhereSymbol : never);

interface Equality<O> {
  readonly equals?: O | null;
  /** Exact complement of `equals`: records without a value match. */
  readonly not?: O | null;
  readonly in?: readonly (O | null)[];
  /** Exact complement of `in`. */
  readonly notIn?: readonly (O | null)[];
  readonly exists?: boolean;
}
interface Order<O> {
  readonly gt?: O;
  readonly gte?: O;
  readonly lt?: O;
  readonly lte?: O;
}
interface TextSearch {
  /** Ignores case and accents, as `startsWith` does. */
  readonly contains?: string;
  readonly startsWith?: string;
}
interface Quantifiers {
  /** At least one of the referenced records matches. */
  readonly some?: Where;
  /** No referenced record fails to match. */
  readonly every?: Where;
}

/** Operators that fit values of the type `V`. */
type Operators<V> = [unknown] extends [V]
  ? Equality<WhereValue> & Order<WhereValue> & TextSearch & Quantifiers
  : [V] extends [readonly unknown[]]
    ? Equality<Compared<V>> & Quantifiers
    : [V] extends [boolean]
      ? Equality<V>
      : Equality<Compared<V>> & Order<Compared<V>> & (V extends string ? TextSearch : unknown);

/**
 * Condition on one field of the type `V`: a value, one of several values, null for an empty field, or operators joined by
 * `and`.
 */
export type FieldWhere<V = unknown> = Compared<V> | null | readonly (Compared<V> | null)[] | Operators<V>;

/**
 * Condition on a record of the type `R`, joined by `and`. Paths follow references.
 * @example { 'copy.branch': me, state: ['New', 'Open'] }
 * @example { or: [{ dueOn: { lt: today } }, { not: { keeper: null } }] }
 */
export type Where<R extends object = Record<string, unknown>> =
  | { readonly and: readonly Where<R>[] }
  | { readonly or: readonly Where<R>[] }
  | { readonly not: Where<R> }
  | {
      readonly [K in (keyof R & string) | 'id' | `${keyof R & string}.${string}`]?: FieldWhere<
        K extends keyof R ? Present<R[K]> : unknown
      >;
    };

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

/** Operators as people read them: `exists` is two, and complements have names. */
export type WordedOperator = Exclude<Operator, 'exists' | 'some' | 'every'> | 'empty' | 'notEmpty';

export interface FieldComparison {
  /** Name of a field, or a path with dots. */
  field: string;
  operator: WordedOperator;
  value: ComparedValue;
}

const NEGATIONS: { readonly [O in BasicOperator]?: WordedOperator } = { equals: 'not', in: 'notIn' };

/**
 * Reads a condition as the comparison of one field. Returns undefined for other conditions, and for a negation that has
 * no operator of its own, such as that of `contains`.
 */
export function toFieldComparison(condition: Condition): FieldComparison | undefined {
  const isNegated = condition.kind === 'not';
  const compared = isNegated ? condition.part : condition;
  if (compared.kind !== 'compare') return undefined;
  const { path, operator: basic, value } = compared;
  const existing = value === isNegated ? 'empty' : 'notEmpty';
  const operator = basic === 'exists' ? existing : isNegated ? NEGATIONS[basic] : basic;
  return operator && { field: path.join('.'), operator, value };
}

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
