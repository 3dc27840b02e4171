import type { Field, Fields } from '../fields/kind.ts';
import { matches } from '../where/matchWhere.ts';
import { parseWhere } from '../where/parseWhere.ts';
import { type Condition, listPaths, type Where } from '../where/where.ts';

type Values = Readonly<Record<string, unknown>>;

/** checkConditionalFields allows no symbols: a value must not vanish with time, or when another person saves. */
const NO_SYMBOLS = { me: '', today: '', now: '' };

/** Returns the condition under which a record has a value in this field. */
export const getFieldCondition = (field: Field | undefined): Condition | undefined =>
  field?.when && parseWhere(field.when as Where);

export const listConditionFields = (condition: Condition): string[] =>
  [...listPaths(condition)].map(({ path: [name = ''] }) => name);

const NONE: ReadonlySet<string> = new Set();

/** Finds the fields whose `when` is false for these values. Other conditions read such a field as empty. */
export function findAbsentFields(fields: Fields, values: Values): ReadonlySet<string> {
  const conditional = Object.keys(fields).filter((name) => fields[name]?.when);
  if (conditional.length === 0) return NONE;
  const absent = new Set<string>();
  const decided = new Set<string>();
  const present = { ...values };
  const decide = (name: string) => {
    const condition = getFieldCondition(fields[name]);
    if (!condition || decided.has(name)) return;
    decided.add(name);
    for (const other of listConditionFields(condition)) decide(other);
    if (matches(condition, present, { fields, ...NO_SYMBOLS })) return;
    absent.add(name);
    present[name] = null;
  };
  for (const name of conditional) decide(name);
  return absent;
}

/** Finds the fields whose `when` is false for each of the records after these changes. */
export function findCommonAbsentFields(
  fields: Fields,
  records: readonly Values[],
  changes: Values,
): ReadonlySet<string> {
  const [first = new Set<string>(), ...others] = records.map((one) => findAbsentFields(fields, { ...one, ...changes }));
  return new Set([...first].filter((name) => others.every((absent) => absent.has(name))));
}

/** Makes a field with a `when` optional, for a check that does not know the record's other values. */
export const deferRequired = <E extends { field: string }>(fields: Fields, entry: E): E & { required?: boolean } =>
  fields[entry.field]?.when ? { ...entry, required: false } : entry;
