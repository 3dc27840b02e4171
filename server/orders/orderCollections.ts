import { type Collection, findCollection } from 'portal-frame/internal/records';
import type { Services } from 'portal-frame/server';

export const ORDER_RESOURCES = ['testOrders', 'tests', 'tubeKinds', 'stabilities', 'drawnTubes'] as const;
/** The collection of the resource `N`. */
export type NamedCollection<N extends string> = Collection & { resource: { name: N } };
export type OrderCollections = { readonly [N in (typeof ORDER_RESOURCES)[number]]: NamedCollection<N> };

/** Finds the collections of orders and catalogue; undefined if one is missing. */
export function findOrderCollections(services: Pick<Services, 'collections'>): OrderCollections | undefined {
  const found = ORDER_RESOURCES.map((name) => findCollection(services, name));
  if (found.includes(undefined)) return undefined;
  return Object.fromEntries(ORDER_RESOURCES.map((name, index) => [name, found[index]])) as OrderCollections;
}

/** Returns the column of a field. Throws an Error for an unknown field. */
export function getColumn({ resource, columns }: Collection, field: string): string {
  const found = columns.find(({ name }) => name === field);
  if (!found) throw new Error(`${resource.name} has no field "${field}".`);
  return found.valueColumn;
}

/** Returns the link table of a field with many references. */
export function getFieldLinkTable({ resource, columns }: Collection, field: string): string {
  const found = columns.find(({ name }) => name === field)?.linkTable;
  if (!found) throw new Error(`${resource.name} has no links "${field}".`);
  return found;
}
