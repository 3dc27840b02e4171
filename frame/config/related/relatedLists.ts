import { getKeyField, getTargetName, isIdReference, isReference } from '../../fields/fieldTypes.ts';
import { toEntry } from '../app/entries.ts';
import type { ErrorReporter } from '../configError.ts';
import type { AnyResource, RelatedConfig } from '../resource.ts';

/** Returns the reference that a related row opens, and its resource. Undefined if a row opens itself. */
export function getRowTarget(
  target: AnyResource,
  { rowLink: opens }: RelatedConfig,
  all: readonly AnyResource[],
): { field: string; resource: AnyResource } | undefined {
  const resource = all.find(({ name }) => opens && name === getTargetName(target.fields[opens]));
  return opens && resource ? { field: opens, resource } : undefined;
}

/** Returns the collection of a related list, and the field that it refers by. Undefined for a wrong config. */
export function resolveRelated(
  { name }: AnyResource,
  { resource, field }: RelatedConfig,
  all: readonly AnyResource[],
): { target: AnyResource; by: string } | undefined {
  const target = all.find((one) => one.name === resource && !one.api);
  const reference = target?.fields[field];
  return target && isReference(reference) && reference.to === name ? { target, by: getKeyField(reference) } : undefined;
}

/** Returns the columns of a related list: its own, else those of the collection without the back reference. */
export const getRelatedColumns = (target: AnyResource, { field, columns }: RelatedConfig): readonly string[] =>
  columns ?? target.list.columns.map((one) => toEntry<{ field: string }>(one).field).filter((name) => name !== field);

export function checkRelated(resource: AnyResource, report: ErrorReporter, all: readonly AnyResource[]): void {
  for (const [index, related] of (resource.show?.related ?? []).entries()) {
    const key = `show.related.${index}`;
    const collections = all.filter(({ api }) => !api);
    const target = collections.find(({ name }) => name === related.resource);
    if (!target) {
      const names = collections.map(({ name }) => name);
      report(`${key}.resource`, related.resource, 'the name of a resource without calls of its own', names);
    } else if (!resolveRelated(resource, related, all)) {
      const refers = Object.keys(target.fields).filter((name) => getTargetName(target.fields[name]) === resource.name);
      report(`${key}.field`, related.field, `a reference of ${target.name} to ${resource.name}`, refers);
    } else {
      for (const [place, name] of (related.columns ?? []).entries())
        if (!Object.hasOwn(target.fields, name))
          report(`${key}.columns.${place}`, name, `a field of ${target.name}`, Object.keys(target.fields));
      const references = Object.keys(target.fields).filter((name) => isIdReference(target.fields[name]));
      if (related.rowLink && !references.includes(related.rowLink))
        report(`${key}.rowLink`, related.rowLink, `a reference of ${target.name}`, references);
      const sortable = [...(target.list.sortable ?? []), ...(target.list.sort ? [target.list.sort.field] : [])];
      if (related.sort && !sortable.includes(related.sort))
        report(`${key}.sort`, related.sort, `a field that the list of ${target.name} can be sorted by`, sortable);
    }
  }
}
