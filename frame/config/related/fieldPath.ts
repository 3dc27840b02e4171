import { getTargetName, isChildren, isReferring } from '../../fields/fieldTypes.ts';
import type { Field } from '../../fields/kind.ts';
import { text } from '../../fields/text.ts';
import type { AnyResource } from '../resource.ts';
import { isSystemField } from '../systemFields.ts';

/** Field at the end of a path, or the wrong segment with its alternatives. */
type Found = { resource: AnyResource; field: Field } | { name: string; expected: string; names: readonly string[] };

const refers = (field: Field | undefined) => isReferring(field) || isChildren(field);

/** Finds the field at the end of a path over references and children, such as 'copy.branch', or the wrong segment. */
export function resolveFieldPath(resource: AnyResource, path: string, all: readonly AnyResource[]): Found {
  const [name = '', ...rest] = path.split('.');
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  const names = Object.keys(resource.fields);
  if (path === 'id') return { resource, field: text() };
  // The server stores authors as names only, which conditions cannot use.
  if (name.endsWith('By') && isSystemField(name, field))
    return {
      name,
      expected: `a field of ${resource.name} with an account, as ${name} is a name: add owner: text({ readOnly: true }), and say owner: me`,
      names: [],
    };
  if (!field) return { name, expected: `a field of ${resource.name}`, names: names.filter((one) => one !== name) };
  if (rest.length === 0) return { resource, field };
  const references = names.filter((one) => refers(resource.fields[one]));
  const target = all.find((one) => one.name === getTargetName(field));
  if (target) return resolveFieldPath(target, rest.join('.'), all);
  if (refers(field))
    return { name, expected: `a reference of ${resource.name} to a resource that there is`, names: [] };
  return { name, expected: `a reference of ${resource.name}`, names: references };
}
