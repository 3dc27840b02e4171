import type { Field } from '../fields/kind.ts';
import type { Role } from '../wire/call.ts';
import type { ErrorReporter } from './configError.ts';
import type { AnyResource } from './resource.ts';
import { mayRead } from './rights.ts';
import { getJoinedRules, getRowRules, type RowRule } from './rowRules.ts';
import { isSystemField } from './systemFields.ts';
import { isServerManaged } from './tableConfig.ts';

type Options = Field & { to?: string; value?: string; choices?: readonly string[]; open?: boolean };

/** One reference on the path of a lookup. */
export interface LookupSegment {
  /** Name of the reference in the resource before. */
  reference: string;
  target: AnyResource;
  /** Field of the target that the reference stores. */
  keyField: string;
}

/** Resolved path of a lookup: references, then a field. */
export interface LookupPath {
  segments: readonly LookupSegment[];
  end: string;
  field: Options;
}

/** Error in one segment of a path. */
interface InvalidSegment {
  name: string;
  expected: string;
  names: readonly string[];
  /** Already reported for the reference itself. */
  isReported?: boolean;
}

/** Storages without a single readable value. */
const COMPOSITE = ['json', 'file', 'files', 'links', 'children'];
const KINDS = ['masked', 'password'];

/** Lists the fields with a lookup, with their paths. */
export const listLookupFields = ({ fields }: Pick<AnyResource, 'fields'>): (readonly [string, Options, string])[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    typeof field?.lookup === 'string' ? [[name, field as Options, field.lookup] as const] : [],
  );

/** True if people enter the value, so it is not computed. */
export const isUserInput = (field: Field) => !(field.lookup || field.rollup || field.compute);

/** Follows the path of a lookup, or returns the segment that leads nowhere. */
export function resolveLookup(
  resource: AnyResource,
  path: string,
  all: readonly AnyResource[],
): LookupPath | InvalidSegment {
  const steps = path.split('.');
  const end = steps.pop() ?? '';
  const hops: LookupSegment[] = [];
  let at = resource;
  for (const name of steps) {
    const isStep = (one: string) => at.fields[one]?.kind?.name === 'reference' && isUserInput(at.fields[one] as Field);
    const { to, value = 'id' } = (Object.hasOwn(at.fields, name) ? at.fields[name] : {}) as Options;
    const target = all.find((one) => one.name === to);
    const names = Object.keys(at.fields).filter(isStep);
    if (!target || !isStep(name))
      return { name, expected: `a reference of ${at.name}`, names, isReported: isStep(name) };
    hops.push({ reference: name, target, keyField: value });
    at = target;
  }
  const isEnd = (one: string) => {
    const field = at.fields[one];
    return (
      field !== undefined &&
      !isSystemField(one, field) &&
      isUserInput(field) &&
      !COMPOSITE.includes(field.kind?.storage) &&
      !KINDS.includes(field.kind?.name)
    );
  };
  if (hops.length === 0) return { name: path, expected: 'a path over a reference, such as book.author', names: [] };
  if (!Object.hasOwn(at.fields, end) || !isEnd(end)) {
    const names = Object.keys(at.fields).filter(isEnd);
    return { name: end, expected: `a field of ${at.name} that holds a single value of its own`, names };
  }
  return { segments: hops, end, field: at.fields[end] as Options };
}

/** Prefixes every path of a rule, so that it applies to a record that refers to the original one. */
export function prefixRule(rule: RowRule, path: string): RowRule {
  const inner = getJoinedRules(rule);
  if (inner) return { [inner.by]: inner.rules.map((one) => prefixRule(one, path)) } as unknown as RowRule;
  return Object.fromEntries(Object.entries(rule).map(([step, value]) => [`${path}.${step}`, value])) as RowRule;
}

/** Returns the row rules a role must pass on the way to see a looked-up value. */
export function getLookupGuards({ segments: hops }: LookupPath, role: Role): RowRule[] {
  return hops.flatMap(({ target }, at) => {
    const path = hops
      .slice(0, at + 1)
      .map(({ reference }) => reference)
      .join('.');
    return isServerManaged(target) ? getRowRules(target, role).map((rule) => prefixRule(rule, path)) : [];
  });
}

/** Checks that lookups fit the kind of their field and reveal nothing unreadable. */
export function checkLookups(resource: AnyResource, all: readonly AnyResource[], report: ErrorReporter): void {
  for (const [name, field] of Object.entries(resource.fields) as [string, Options][]) {
    const path: unknown = field?.lookup;
    if (path === undefined) continue;
    const key = `fields.${name}.lookup`;
    for (const [role, { own }] of Object.entries(resource.roles))
      if (own === name) report(`roles.${role}.own`, own, `a field of its own; else rows: { ${name}: ME }`);
    if (resource.api || resource.table) {
      report(key, path, 'nothing: only collections with tables of their own keep what they read elsewhere');
      continue;
    }
    for (const option of ['required', 'unique', 'default', 'compute', 'rollup', 'write'] as const)
      if (field[option] !== undefined)
        report(`fields.${name}.${option}`, field[option], 'nothing: the value is read in another record');
    if (typeof path !== 'string') {
      report(key, path, 'a path over a reference, such as book.author');
      continue;
    }
    const way = resolveLookup(resource, path, all);
    if ('expected' in way) {
      if (!way.isReported) report(key, way.name, way.expected, way.names);
    } else checkEnd(resource, key, { name, field, way }, report);
  }
}

interface Checked {
  name: string;
  field: Options;
  way: LookupPath;
}

function checkEnd(resource: AnyResource, key: string, { name, field, way }: Checked, report: ErrorReporter): void {
  const { segments: hops, end, field: expected } = way;
  const target = (hops.at(-1) as LookupSegment).target;
  const place = `fields.${name}`;
  if (field.kind.name !== expected.kind.name || field.kind.storage !== expected.kind.storage)
    report(place, field.kind.name, `${expected.kind.name}, as ${target.name}.${end} is`);
  else if (expected.kind.name === 'reference') {
    for (const option of ['to', 'value'] as const)
      if (field[option] !== expected[option])
        report(
          `${place}.${option}`,
          field[option],
          `what ${target.name}.${end} says: ${expected[option] ?? 'nothing'}`,
        );
  } else if (Array.isArray(expected.choices) && !field.open) {
    const missing = expected.choices.filter((one) => !(field.choices ?? []).includes(one));
    if (missing.length > 0)
      report(`${place}.choices`, field.choices, `the values of ${target.name}.${end} too: ${missing.join(', ')}`);
  }
  for (const role of Object.keys(resource.roles) as Role[]) {
    if (!mayRead(resource, role, name)) continue;
    const steps = hops.map(({ reference }, at) => [at === 0 ? resource : hops[at - 1]?.target, reference] as const);
    for (const [owner, step] of [...steps, [target, end] as const])
      if (owner && isServerManaged(owner) && !mayRead(owner, role, step))
        report(key, `${owner.name}.${step}`, `what ${role} may read; else ${place}.read without ${role}`);
  }
}
