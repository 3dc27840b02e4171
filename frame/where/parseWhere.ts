import { z } from 'zod';
import { isSymbol, type WhereSymbol } from './symbols.ts';
import {
  type BasicOperator,
  type ComparedValue,
  type Condition,
  OPERATORS,
  type Operator,
  type Where,
  type WhereValue,
} from './where.ts';

/** A part of a where has the wrong shape. `path` leads to it, such as 'or.0.state.in'. */
export class WhereError extends Error {
  readonly path: string;
  readonly found: unknown;
  readonly expected: string;
  readonly names: readonly string[];

  constructor(path: readonly string[], found: unknown, expected: string, names: readonly string[] = []) {
    super(`${path.join('.')}: found ${JSON.stringify(found)}, expected ${expected}.`);
    this.name = 'WhereError';
    this.path = path.join('.');
    this.found = found;
    this.expected = expected;
    this.names = names;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

const COMPLEMENTS: { readonly [O in Operator]?: BasicOperator } = { not: 'equals', notIn: 'in' };
const EXPECTED = "an object such as { state: 'New' }";

function parseValue(value: unknown, path: readonly string[]): WhereValue {
  if (isScalar(value)) return value as WhereValue;
  if (!isSymbol(value)) throw new WhereError(path, value, 'a value, me, today or now');
  const { symbol, days, hours, minutes } = value;
  return { symbol, ...(days && { days }), ...(hours && { hours }), ...(minutes && { minutes }) } as WhereSymbol;
}

function parseList(value: unknown, path: readonly string[]): (WhereValue | null)[] {
  if (!Array.isArray(value)) throw new WhereError(path, value, 'a list of values');
  return value.map((one, index) => (one === null ? null : parseValue(one, [...path, String(index)])));
}

function parseOperand(operator: BasicOperator, value: unknown, path: readonly string[]): ComparedValue {
  if (operator === 'in') return parseList(value, path);
  if (operator === 'exists' && typeof value !== 'boolean') throw new WhereError(path, value, 'true or false');
  if (operator === 'contains' || operator === 'startsWith') {
    if (typeof value !== 'string' || value === '') throw new WhereError(path, value, 'a text');
    return value;
  }
  return parseValue(value, path);
}

/** Negates a condition. A path may lead nowhere, which satisfies neither `exists: true` nor `exists: false`. */
const negate = (part: Condition): Condition =>
  part.kind === 'compare' && part.operator === 'exists' && part.path.length === 1
    ? { ...part, value: !part.value }
    : { kind: 'not', part };

function parseOperator(
  field: readonly string[],
  operator: Operator,
  value: unknown,
  path: readonly string[],
): Condition {
  if (operator === 'some') return { kind: 'some', path: field, part: parsePart(value, path) };
  if (operator === 'every')
    return { kind: 'not', part: { kind: 'some', path: field, part: { kind: 'not', part: parsePart(value, path) } } };
  const basic = COMPLEMENTS[operator] ?? (operator as BasicOperator);
  const compared: Condition =
    value === null && basic === 'equals'
      ? { kind: 'compare', path: field, operator: 'exists', value: false }
      : { kind: 'compare', path: field, operator: basic, value: parseOperand(basic, value, path) };
  return basic === operator ? compared : negate(compared);
}

function parseField(name: string, value: unknown, path: readonly string[]): Condition[] {
  const field = name.split('.');
  if (field.includes('')) throw new WhereError(path, name, 'the name of a field');
  if (Array.isArray(value)) return [parseOperator(field, 'in', value, path)];
  if (!isObject(value) || isSymbol(value)) return [parseOperator(field, 'equals', value, path)];
  const given = Object.entries(value).filter(([, one]) => one !== undefined);
  if (given.length === 0) throw new WhereError(path, value, 'an operator, such as { gt: 3 }');
  return given.map(([operator, one]) => {
    const known = OPERATORS.find((name) => name === operator);
    if (!known) throw new WhereError([...path, operator], operator, `one of ${OPERATORS.join(', ')}`, OPERATORS);
    return parseOperator(field, known, one, [...path, operator]);
  });
}

function parsePart(where: unknown, path: readonly string[]): Condition {
  if (!isObject(where)) throw new WhereError(path, where, EXPECTED);
  const given = Object.entries(where).filter(([, value]) => value !== undefined);
  for (const [key, value] of given) {
    const isJoined = (key === 'and' || key === 'or') && Array.isArray(value);
    if (!isJoined && !(key === 'not' && isObject(value) && !isSymbol(value))) continue;
    if (given.length > 1) throw new WhereError(path, Object.keys(where), `${key} alone`);
    if (!isJoined) return negate(parsePart(value, [...path, key]));
    return { kind: key, parts: value.map((one, index) => parsePart(one, [...path, key, String(index)])) };
  }
  const parts = given.flatMap(([name, value]) => parseField(name, value, [...path, name]));
  return parts.length === 1 && parts[0] ? parts[0] : { kind: 'and', parts };
}

const parsed = new WeakMap<object, Condition>();

/** Converts a where to its normal form. Throws a WhereError for a wrong shape. Do not change `where` afterwards. */
export function parseWhere(where: Where): Condition {
  const condition = parsed.get(where) ?? parsePart(where, []);
  parsed.set(where, condition);
  return condition;
}

/** Like parseWhere, but returns the error. */
export function tryParseWhere(where: unknown): Condition | WhereError {
  try {
    return parseWhere(where as Where);
  } catch (cause) {
    if (cause instanceof WhereError) return cause;
    throw cause;
  }
}

/** Schema of a where in configs and the API. */
export const whereSchema = z
  .custom<Where>()
  .superRefine((where, context) => {
    const error = tryParseWhere(where);
    if (!(error instanceof WhereError)) return;
    const { path, found, expected } = error;
    context.addIssue({ code: 'custom', path: path ? path.split('.') : [], message: expected, input: found });
  })
  .meta({ type: 'where' });
