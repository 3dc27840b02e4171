import type { Field } from '../fields/kind.ts';
import { text } from '../fields/text.ts';
import type { AnyResource } from './resource.ts';
import { isSystemField } from './systemFields.ts';

/** The field that a path names, or what is wrong with the path: which step, and what could stand there. */
type Found = { resource: AnyResource; field: Field } | { name: string; expected: string; names: readonly string[] };

/** Kinds whose values cannot be compared. */
const COMPOSITE = ['json', 'file', 'files', 'moment', 'children'];

const refers = (field: Field | undefined) => ['reference', 'references'].includes(field?.kind.name ?? '');

/** Follows a path over references, such as 'copy.branch', to the field at its end. */
export function resolveFieldPath(resource: AnyResource, path: string, all: readonly AnyResource[]): Found {
  const [name = '', ...rest] = path.split('.');
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  const names = Object.keys(resource.fields);
  // Where records are accounts, a record's id is one.
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
