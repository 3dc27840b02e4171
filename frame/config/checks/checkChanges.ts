import { ALLOWED, type Field } from '../../fields/kind.ts';
import type { ErrorReporter } from '../configError.ts';
import type { AnyResource } from '../resource.ts';
import { isSystemField } from '../systemFields.ts';

/** Returns earlier names as a list, newest first. */
export const listEarlierNames = (renamedFrom: unknown): string[] =>
  [renamedFrom ?? []].flat().filter((name): name is string => typeof name === 'string');

const isName = (name: unknown) => typeof name === 'string' && name !== '';

function checkEarlierNames(key: string, renamedFrom: unknown, name: string, report: ErrorReporter): void {
  if (renamedFrom === undefined) return;
  const names = [renamedFrom].flat();
  if (names.length === 0 || !names.every(isName)) report(key, renamedFrom, 'a name, or a list of names, newest first');
  else if (names.includes(name)) report(key, name, 'a name that it had before');
}

export function checkChanges(resource: AnyResource, report: ErrorReporter, all: readonly AnyResource[]): void {
  const { name: own, api, fields, dropped = [] } = resource;
  if (api) {
    for (const key of ['renamedFrom', 'dropped'] as const)
      if (resource[key] !== undefined) report(key, resource[key], 'nothing: only collections keep their records here');
  }
  checkEarlierNames('renamedFrom', resource.renamedFrom, own, report);
  for (const other of all)
    if (other !== resource && !api && !other.api)
      for (const name of listEarlierNames(resource.renamedFrom))
        if (listEarlierNames(other.renamedFrom).includes(name) && other.name < own)
          report('renamedFrom', name, `a name that ${other.name} did not have before`);
  for (const [index, name] of dropped.entries())
    if (name in fields) report(`dropped.${index}`, name, 'a field that is gone');
  const owners = new Map<string, string>();
  for (const [name, field] of Object.entries(fields) as [string, Field & Record<string, unknown>][]) {
    if (isSystemField(name, field) || !field?.kind) continue;
    const key = `fields.${name}`;
    const { renamedFrom, convert, allow } = field;
    checkEarlierNames(`${key}.renamedFrom`, renamedFrom, name, report);
    for (const earlier of listEarlierNames(renamedFrom)) {
      const other = owners.get(earlier);
      if (other) report(`${key}.renamedFrom`, earlier, `a name that ${other} did not have before`);
      owners.set(earlier, name);
    }
    if (convert !== undefined && typeof convert !== 'function' && (typeof convert !== 'object' || convert === null))
      report(`${key}.convert`, convert, 'a function of the value, or an object with the new value of each old one');
    const allowed: unknown = allow;
    if (
      allowed !== undefined &&
      !(Array.isArray(allowed) && allowed.every((one) => (ALLOWED as readonly unknown[]).includes(one)))
    )
      report(`${key}.allow`, allow, `a list, of ${ALLOWED.join(', ')}`);
    if (api && (renamedFrom ?? convert ?? allow) !== undefined)
      report(key, 'renamedFrom, convert or allow', 'nothing of it: only collections keep their records here');
  }
}
