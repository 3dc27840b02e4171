import type { Field } from '../../fields/kind.ts';
import { text } from '../../fields/text.ts';
import type { AnyResource } from '../resource.ts';
import { isSystemField } from '../systemFields.ts';

/** Field at the end of a path, or the wrong segment with its alternatives. */
type Found = { resource: AnyResource; field: Field } | { name: string; expected: string; names: readonly string[] };

/** Storages whose values cannot be compared. */
const COMPOSITE = ['json', 'file', 'files', 'moment', 'children'];

const refers = (field: Field | undefined) => ['reference', 'references'].includes(field?.kind.name ?? '');

/** Resolves a path over references, such as 'copy.branch'. */
export function resolveFieldPath(resource: AnyResource, path: string, all: readonly AnyResource[]): Found {
  const [name = '', ...rest] = path.split('.');
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  const names = Object.keys(resource.fields);
  // The id of an account record is an account id.
  if (path === 'id' && resource.accounts) return { resource, field: text() };
  if (!field || isSystemField(name, field)) return { name, expected: `a field of ${resource.name}`, names };
  if (rest.length === 0) {
    if (!COMPOSITE.includes(field.kind.storage)) return { resource, field };
    return { name, expected: `a field of ${resource.name} that holds a text, a number or a choice`, names: [] };
  }
  const references = names.filter((one) => refers(resource.fields[one]));
  const target = all.find((one) => one.name === (field as { to?: unknown }).to);
  if (refers(field) && target) return resolveFieldPath(target, rest.join('.'), all);
  if (refers(field))
    return { name, expected: `a reference of ${resource.name} to a resource that there is`, names: [] };
  return { name, expected: `a reference of ${resource.name}`, names: references };
}
