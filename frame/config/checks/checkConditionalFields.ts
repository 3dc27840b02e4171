import { isChildren } from '../../fields/fieldTypes.ts';
import type { Field } from '../../fields/kind.ts';
import { checkWhere, type ResolvedPath } from '../../where/checkWhere.ts';
import { isSymbol } from '../../where/symbols.ts';
import { type Condition, listComparisons, type Where } from '../../where/where.ts';
import type { Role } from '../../wire/call.ts';
import { getAction, listActionNames } from '../actions.ts';
import { getAccountsConfig } from '../app/accounts.ts';
import { getFieldCondition, listConditionFields } from '../conditionalFields.ts';
import type { ErrorReporter } from '../configError.ts';
import { isUserInput } from '../related/lookups.ts';
import { type AnyResource, mayDo } from '../resource.ts';
import { mayRead } from '../rights.ts';
import { getOwnField } from '../rowRules.ts';
import { isSystemField } from '../systemFields.ts';
import { findCycle } from './checkComputed.ts';

/** True if forms hold the same value as the server. */
const isComparable = (name: string, field: Field): boolean =>
  isUserInput(field) && !isSystemField(name, field) && !isChildren(field) && !field.kind.hidden;

/** Creates a function that finds a field of the record itself, for checkWhere. */
const createFieldResolver =
  ({ name: resource, fields }: AnyResource) =>
  (path: readonly string[]): ResolvedPath => {
    const names = Object.keys(fields).filter((name) => isComparable(name, fields[name] as Field));
    const [name = ''] = path;
    const field = names.includes(name) ? fields[name] : undefined;
    if (path.length > 1)
      return { name: path.join('.'), expected: `a field of ${resource} itself, as forms load no other record`, names };
    if (!field)
      return { name, expected: `a field of ${resource} that people or actions fill in, and that is not masked`, names };
    // Forms hold moments as wall time, so only `exists` gives the same result there.
    return { field: field.kind.storage === 'moment' ? { ...field, kind: { ...field.kind, storage: 'json' } } : field };
  };

/** True if every record needs a value here, or if nobody fills it in. */
function isAlwaysPresent(resource: AnyResource, name: string, field: Field): boolean {
  const { email, name: title, active } = getAccountsConfig(resource) ?? {};
  const owners = (Object.keys(resource.roles) as Role[]).map((role) => getOwnField(resource, role));
  if (!isUserInput(field) || field.kind.storage === 'children') return true;
  return [resource.states?.field, email, title, active, ...owners].includes(name);
}

/** True if the role can learn that a record has no value in this field. */
const mayKnow = (resource: AnyResource, role: Role, name: string): boolean =>
  mayRead(resource, role, name) ||
  resource.fields[name]?.write?.includes(role) ||
  listActionNames(resource).some(
    (action) =>
      mayDo(resource, role, action) &&
      getAction(resource, action, role)?.roleInputs.some(({ field }) => field === name),
  );

/** Checks one condition: fixed values only, and no role learns from it the value of a field that it may not read. */
function checkCondition(resource: AnyResource, name: string, condition: Condition, report: ErrorReporter): void {
  const key = `fields.${name}.when`;
  for (const { path, value } of listComparisons(condition))
    for (const one of [value].flat())
      if (isSymbol(one))
        report(`${key}.${path.join('.')}`, one.symbol, 'a fixed value, as a field depends on no person or day');
  for (const role of Object.keys(resource.roles) as Role[])
    for (const other of new Set(listConditionFields(condition)))
      if (mayKnow(resource, role, name) && !mayRead(resource, role, other))
        report(key, other, `a field that ${role} may read; else fields.${name}.read and write without ${role}`);
}

/** Checks the conditions of fields: they name fields that forms hold, reveal nothing unreadable, and have no cycle. */
export function checkConditionalFields(resource: AnyResource, report: ErrorReporter): void {
  const sources = new Map<string, ReadonlySet<string>>();
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field?.when === undefined) continue;
    const key = `fields.${name}.when`;
    if (resource.api) report(key, field.when, 'nothing: the host decides which values it accepts');
    else if (isAlwaysPresent(resource, name, field))
      report(key, name, 'another field: its value is computed, or every record needs it');
    else {
      let isSound = true;
      checkWhere(field.when as Where, key, createFieldResolver(resource), (...error) => {
        isSound = false;
        report(...error);
      });
      const condition = isSound ? getFieldCondition(field) : undefined;
      if (!condition) continue;
      checkCondition(resource, name, condition, report);
      sources.set(name, new Set(listConditionFields(condition)));
    }
  }
  for (const name of sources.keys()) {
    const cycle = findCycle(sources, [name]);
    if (cycle && cycle.toSorted()[0] === name)
      report(`fields.${name}.when`, cycle.join(' needs '), 'conditions that do not need each other');
  }
}
