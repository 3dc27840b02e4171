import { toWallTime } from '../fields/date.ts';
import { getKeyField, getTargetName } from '../fields/fieldTypes.ts';
import { type Fields, NUMBER_STORAGES } from '../fields/kind.ts';
import { normalizeText } from '../wire/normalizeText.ts';
import { parseWhere } from './parseWhere.ts';
import { isMe, isSymbol, resolveSymbol, type SymbolContext } from './symbols.ts';
import { type Comparison, type Condition, isCondition, type Where, type WhereValue } from './where.ts';

type Values = Readonly<Record<string, unknown>>;

export interface MatchContext extends SymbolContext {
  /** Business time zone, for moments compared with days. Default: the machine's. */
  timeZone?: string;
  /** Fields of the record. Without them, texts that look like a moment count as one. */
  fields?: Fields;
  getFields?(resource: string): Fields | undefined;
  /** Finds a referenced record, if the record has only its key. */
  readReference?(resource: string, key: string): Values | null;
  /** Treats comparisons of fields that the record lacks as true, for hosts that omit fields. */
  missing?: 'match';
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
const toKey = (text: unknown) => normalizeText(String(text)).trim();
/** Databases compare the first letters of long texts. */
const toSortKey = (text: unknown) => [...toKey(text)].slice(0, 200).join('');
const isRecord = (value: unknown): value is Values =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

type Order = 'moment' | 'number' | 'text';

function getOrder(field: Fields[string] | undefined, value: unknown): Order {
  const storage = field?.kind.storage ?? '';
  if (field ? storage === 'moment' : typeof value === 'string' && MOMENT.test(value)) return 'moment';
  return typeof value === 'number' || NUMBER_STORAGES.includes(storage) ? 'number' : 'text';
}

/** Orders a value and an expected one like a sort function; NaN if they cannot be compared. */
function compare(value: unknown, expected: unknown, context: MatchContext, order: Order): number {
  if (order === 'number') return Number(value) - (expected === '' ? Number.NaN : Number(expected));
  if (order === 'moment' && typeof value === 'string') {
    if (!DAY.test(String(expected))) return Date.parse(value) - Date.parse(String(expected));
    const day = toWallTime(value, context.timeZone).slice(0, 10);
    return day < String(expected) ? -1 : day > String(expected) ? 1 : 0;
  }
  const [one, other] = [toSortKey(value), toSortKey(expected)];
  return one < other ? -1 : one > other ? 1 : 0;
}

const isEqual = (value: unknown, expected: unknown, context: MatchContext, order: Order): boolean =>
  order === 'text' ? String(value) === String(expected) : compare(value, expected, context, order) === 0;

/** Compares one value with the operator. References are keys here. */
function matchesValue(value: unknown, { operator, value: expected }: Comparison, context: MatchContext, order: Order) {
  const resolve = (one: unknown) => (isSymbol(one) ? resolveSymbol(one, context) : one);
  const equals = (one: unknown) =>
    one === null ? isEmpty(value) : !isEmpty(value) && isEqual(value, resolve(one), context, order);
  if (operator === 'equals') return equals(expected);
  if (operator === 'in') return (expected as readonly WhereValue[]).some(equals);
  if (isEmpty(value)) return operator === 'exists' && expected === false;
  if (operator === 'exists') return expected === true;
  if (operator === 'contains') return toKey(value).includes(toKey(expected));
  if (operator === 'startsWith') return toKey(value).startsWith(toKey(expected));
  const distance = compare(value, resolve(expected), context, order);
  if (operator === 'gt') return distance > 0;
  if (operator === 'gte') return distance >= 0;
  return operator === 'lt' ? distance < 0 : distance <= 0;
}

const UNKNOWN = Symbol('unknown');

/** Returns the context of the records that a field refers to. */
function enter(name: string, context: MatchContext): MatchContext {
  return { ...context, fields: context.getFields?.(getTargetName(context.fields?.[name]) ?? '') ?? {} };
}

/** Returns the records that a value of a field refers to. */
const readReferenced = (value: unknown, name: string, context: MatchContext): Values[] =>
  ([value ?? []].flat() as unknown[]).flatMap((one): Values[] => {
    const found = isRecord(one)
      ? one
      : context.readReference?.(getTargetName(context.fields?.[name]) ?? '', String(one));
    return found ? [found] : [];
  });

/** Returns the values at the end of a path. With `missing: 'match'`, `UNKNOWN` stands for a field that is not there. */
function readPath(record: Values, [name = '', ...rest]: readonly string[], context: MatchContext): unknown[] {
  const value = record[name];
  if (value === undefined && context.missing === 'match') return [UNKNOWN];
  if (rest.length === 0) return [value];
  return readReferenced(value, name, context).flatMap((one) => readPath(one, rest, enter(name, context)));
}

/** Returns the values that a comparison sees at the end of its path: of a reference its key. */
export function readValues(record: Values, { path, operator, value }: Comparison, context: MatchContext): unknown[] {
  const isText = operator === 'contains' || operator === 'startsWith';
  const key = isMe([value].flat()[0]) ? 'id' : getKeyField(findField(path, context));
  const toValue = (one: unknown) => {
    if (!isRecord(one)) return one;
    return isText ? Object.values(one).join(' ') : (one[key] ?? one.id);
  };
  return readPath(record, path, context).flatMap((one) =>
    Array.isArray(one) ? (one.length > 0 ? one.map(toValue) : [null]) : [toValue(one)],
  );
}

const findField = ([name = '', ...rest]: readonly string[], context: MatchContext): Fields[string] | undefined =>
  rest.length === 0 ? context.fields?.[name] : findField(rest, enter(name, context));

/** True if a record meets a condition. Unknown values always do: within a `not` (`isNegated`) they count as false. */
function matchCondition(condition: Condition, record: Values, context: MatchContext, isNegated = false): boolean {
  if (condition.kind === 'and')
    return condition.parts.every((part) => matchCondition(part, record, context, isNegated));
  if (condition.kind === 'or') return condition.parts.some((part) => matchCondition(part, record, context, isNegated));
  if (condition.kind === 'not') return !matchCondition(condition.part, record, context, !isNegated);
  if (condition.kind === 'some') {
    const [first = '', ...rest] = condition.path;
    const step: Condition = rest.length > 0 ? { ...condition, path: rest } : condition.part;
    if (record[first] === undefined && context.missing === 'match') return !isNegated;
    const inner = enter(first, context);
    return readReferenced(record[first], first, context).some((one) => matchCondition(step, one, inner, isNegated));
  }
  const field = findField(condition.path, context);
  return readValues(record, condition, context).some((value) =>
    value === UNKNOWN ? !isNegated : matchesValue(value, condition, context, getOrder(field, value)),
  );
}

/**
 * True if the record matches. References may be keys or records. Used by browser and server, with the same results as the
 * SQL of `compileWhere` (frame/server/records/query/compileWhere.ts).
 */
export const matches = (where: Where | Condition, record: Values, context: MatchContext): boolean =>
  matchCondition(isCondition(where) ? where : parseWhere(where), record, context);
