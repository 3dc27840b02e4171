import { type Field, NUMBER_STORAGES, type Rollup } from '../../fields/kind.ts';
import { prefixCondition } from '../../where/where.ts';
import type { Role } from '../../wire/call.ts';
import { type ErrorReporter, reportGiven } from '../configError.ts';
import { type AnyResource, mayDo } from '../resource.ts';
import { mayRead } from '../rights.ts';
import { getRowRule } from '../rowRules.ts';
import { type ChildField, listChildFields } from './childRows.ts';

export const ROLLUP_FUNCTIONS = ['sum', 'min', 'max'] as const;

/** Returns the aggregate of a rollup and its field. A count has no field. */
export function getRollupMeasure(rollup: Rollup): { by: 'count' | (typeof ROLLUP_FUNCTIONS)[number]; field?: string } {
  const given = rollup as Record<string, unknown>;
  const by = ROLLUP_FUNCTIONS.find((one) => given[one] !== undefined);
  return by ? { by, field: String(given[by]) } : { by: 'count' };
}

/** Lists the fields computed from child rows. */
export const listRollupFields = ({ fields }: AnyResource): (readonly [name: string, field: Field, rollup: Rollup])[] =>
  Object.entries(fields).flatMap(([name, field]) => (field?.rollup ? [[name, field, field.rollup] as const] : []));

/** True if the role sees all rows of each visible record. Otherwise a sum would reveal hidden rows. */
function seesAll(resource: AnyResource, { target, field }: ChildField, role: Role): boolean {
  const rule = getRowRule(target, role);
  const own = getRowRule(resource, role);
  return (
    (mayDo(target, role, 'list') || mayDo(target, role, 'show')) &&
    (!rule || (own !== undefined && JSON.stringify(rule) === JSON.stringify(prefixCondition(own, [field]))))
  );
}

/** Checks that rollups use existing child rows and reveal nothing unreadable. */
export function checkRollups(resource: AnyResource, report: ErrorReporter, all: readonly AnyResource[]): void {
  for (const [name, field, rollup] of listRollupFields(resource)) {
    const key = `fields.${name}.rollup`;
    if (resource.api || resource.table) {
      report(key, rollup, 'nothing: only collections with tables of their own have rows');
      continue;
    }
    const excluded = ['required', 'unique', 'default', 'compute'] as const;
    reportGiven(report, `fields.${name}`, field, excluded, 'nothing: the value is computed from rows');
    const rows = listChildFields(resource, all);
    const childNames = rows.map((one) => one.name);
    const childField = rows.find((one) => one.name === rollup.of);
    const [first = '', ...others] = Object.keys(rollup).filter((one) => one !== 'of');
    if (!childField) report(`${key}.of`, rollup.of, 'a field of the kind children', childNames);
    if (others.length > 0 || !['count', ...ROLLUP_FUNCTIONS].includes(first))
      report(key, rollup, 'of, and one of count, sum, min, max', ['count', ...ROLLUP_FUNCTIONS]);
    else if (childField) checkMeasure(resource, key, { name, field, childField, rollup }, report);
  }
}

interface Checked {
  name: string;
  field: Field;
  childField: ChildField;
  rollup: Rollup;
}

function checkMeasure(
  resource: AnyResource,
  key: string,
  { name, field, childField, rollup }: Checked,
  report: ErrorReporter,
): void {
  const { by, field: measured } = getRollupMeasure(rollup);
  const { target } = childField;
  const { fields } = target;
  const numbers = Object.keys(fields).filter((one) => NUMBER_STORAGES.includes(fields[one]?.kind?.storage ?? ''));
  const storage = measured ? fields[measured]?.kind?.storage : 'real';
  if (measured && !numbers.includes(measured)) report(`${key}.${by}`, measured, `a number of ${target.name}`, numbers);
  else if (field.kind.storage !== storage)
    report(`fields.${name}`, field.kind.name, measured ? `the kind of ${measured}` : 'number');
  for (const role of Object.keys(resource.roles) as Role[]) {
    if (!mayRead(resource, role, name)) continue;
    if (measured && measured in fields && !mayRead(target, role, measured))
      report(key, measured, `a field that ${role} may read; else fields.${name}.read without ${role}`);
    else if (!seesAll(resource, childField, role))
      report(
        key,
        rollup.of,
        `rows that ${role} sees all of, with its record; else fields.${name}.read without ${role}`,
      );
  }
}
