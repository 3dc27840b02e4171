import { getKeyField, getTargetName, isChoice, isOfKind, isReference, isSingleValue } from '../../fields/fieldTypes.ts';
import type { Field } from '../../fields/kind.ts';
import type { Condition } from '../../where/where.ts';
import type { Role } from '../../wire/call.ts';
import { type ErrorReporter, reportGiven } from '../configError.ts';
import type { AnyResource } from '../resource.ts';
import { mayRead } from '../rights.ts';
import { getRowRule } from '../rowRules.ts';
import { isSystemField } from '../systemFields.ts';
import { isServerManaged } from '../tableConfig.ts';

/** True if the value is stored with the record: people enter it, or `compute` computes it. */
const isStored = (field: Field) => !(field.lookup || field.rollup);

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
  field: Field;
}

/** Error in one segment of a path. */
interface InvalidSegment {
  name: string;
  expected: string;
  names: readonly string[];
  /** Already reported for the reference itself. */
  isReported?: boolean;
}

export const listLookupFields = ({ fields }: Pick<AnyResource, 'fields'>): (readonly [string, Field, string])[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    typeof field?.lookup === 'string' ? [[name, field, field.lookup] as const] : [],
  );

/** True if people enter the value, so it is not computed. */
export const isUserInput = (field: Field) => !(field.lookup || field.rollup || field.compute);

const REFERENCE_PATH = 'a path over a reference, such as book.author';

/** Follows the path of a lookup, or returns the segment that leads nowhere. */
export function resolveLookup(
  resource: AnyResource,
  path: string,
  all: readonly AnyResource[],
): LookupPath | InvalidSegment {
  const names = path.split('.');
  const end = names.pop() ?? '';
  const segments: LookupSegment[] = [];
  let { name: owner, fields } = resource;
  for (const name of names) {
    const leadsOn = (one: string) => {
      const field = Object.hasOwn(fields, one) ? fields[one] : undefined;
      return isReference(field) && isStored(field);
    };
    const target = leadsOn(name) ? all.find((one) => one.name === getTargetName(fields[name])) : undefined;
    if (!target) {
      const alternatives = Object.keys(fields).filter(leadsOn);
      return { name, expected: `a reference of ${owner}`, names: alternatives, isReported: leadsOn(name) };
    }
    segments.push({ reference: name, target, keyField: getKeyField(fields[name]) });
    ({ name: owner, fields } = target);
  }
  if (segments.length === 0) return { name: path, expected: REFERENCE_PATH, names: [] };
  const readable = Object.keys(fields).filter((name) => isReadable(name, fields[name]));
  if (!readable.includes(end))
    return { name: end, expected: `a field of ${owner} that holds a single value of its own`, names: readable };
  return { segments, end, field: fields[end] as Field };
}

const isReadable = (name: string, field: Field | undefined) =>
  field !== undefined &&
  !isSystemField(name, field) &&
  isUserInput(field) &&
  isSingleValue(field) &&
  !field.kind?.hidden;

/** Returns conditions on a record. A role sees the looked-up value if it may see each record on the path. */
export function getLookupGuards({ segments }: LookupPath, role: Role): Condition[] {
  const path = segments.map(({ reference }) => reference);
  return segments.flatMap(({ target }, at) => {
    const part = isServerManaged(target) ? getRowRule(target, role) : undefined;
    return part ? [{ kind: 'some' as const, path: path.slice(0, at + 1), part }] : [];
  });
}

/** Checks that lookups fit the kind of their field and reveal nothing unreadable. */
export function checkLookups(resource: AnyResource, report: ErrorReporter, all: readonly AnyResource[]): void {
  for (const [name, field] of Object.entries(resource.fields)) {
    const path: unknown = field?.lookup;
    if (path === undefined) continue;
    const key = `fields.${name}.lookup`;
    if (resource.api || resource.table) {
      report(key, path, 'nothing: only collections with tables of their own keep what they read elsewhere');
      continue;
    }
    const excluded = ['required', 'unique', 'default', 'compute', 'rollup', 'write'] as const;
    reportGiven(report, `fields.${name}`, field, excluded, 'nothing: the value is read in another record');
    if (typeof path !== 'string') {
      report(key, path, REFERENCE_PATH);
      continue;
    }
    const found = resolveLookup(resource, path, all);
    if ('segments' in found) {
      checkKind(name, field, found, report);
      checkReaders(resource, name, found, report);
      checkFallback(resource, name, field, report);
    } else if (!found.isReported) report(key, found.name, found.expected, found.names);
  }
}

function checkKind(name: string, field: Field, { segments, end, field: source }: LookupPath, report: ErrorReporter) {
  const key = `fields.${name}`;
  const path = `${segments.at(-1)?.target.name}.${end}`;
  if (!isOfKind(field, source.kind.name) || field.kind.storage !== source.kind.storage)
    report(key, field.kind.name, `${source.kind.name}, as ${path} is`);
  else if (isReference(source) && isReference(field)) {
    for (const option of ['to', 'value'] as const)
      if (field[option] !== source[option])
        report(`${key}.${option}`, field[option], `what ${path} says: ${source[option] ?? 'nothing'}`);
  } else if (isChoice(source) && isChoice(field) && !field.open) {
    const missing = source.choices.filter((one) => !field.choices.includes(one));
    if (missing.length > 0) report(`${key}.choices`, field.choices, `the values of ${path} too: ${missing.join(', ')}`);
  }
}

/** Checks that everybody who reads the field may read every field on its path. */
function checkReaders(resource: AnyResource, name: string, { segments, end }: LookupPath, report: ErrorReporter): void {
  const owners = [resource, ...segments.map(({ target }) => target)];
  const path = [...segments.map(({ reference }) => reference), end];
  for (const role of Object.keys(resource.roles) as Role[]) {
    if (!mayRead(resource, role, name)) continue;
    for (const [at, owner] of owners.entries())
      if (isServerManaged(owner) && !mayRead(owner, role, path[at] ?? ''))
        report(
          `fields.${name}.lookup`,
          `${owner.name}.${path[at]}`,
          `what ${role} may read; else fields.${name}.read without ${role}`,
        );
  }
}

/** Checks that the fallback of a lookup is a field of the same kind, for the same readers. */
function checkFallback(resource: AnyResource, name: string, field: Field, report: ErrorReporter): void {
  const { fallback, kind } = field;
  const { fields, roles } = resource;
  if (fallback === undefined) return;
  const key = `fields.${name}.fallback`;
  const fits = ([other, one]: [string, Field]) =>
    other !== name && isOfKind(one, kind.name) && isStored(one) && !isSystemField(other, one);
  const names = Object.entries(fields)
    .filter(fits)
    .map(([other]) => other);
  if (!names.includes(fallback)) {
    report(key, fallback, `a field of the kind ${kind.name} of its own`, names);
    return;
  }
  for (const role of Object.keys(roles) as Role[])
    if (mayRead(resource, role, name) && !mayRead(resource, role, fallback))
      report(key, fallback, `what ${role} may read; else fields.${name}.read without ${role}`);
}
