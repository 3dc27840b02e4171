import type { Collection } from '../../frame/server/records/schema/collection.ts';
import type { Services } from '../../frame/server/services.ts';

/** The collections that orders are made of. */
export const ORDER_RESOURCES = ['testOrders', 'tests', 'tubeKinds', 'stabilities', 'drawnTubes'] as const;
export type OrderCollections = Readonly<Record<(typeof ORDER_RESOURCES)[number], Collection>>;

/** Where orders and the catalogue are kept; undefined on a server that lacks one of their resources. */
export function findOrderCollections({ collections }: Pick<Services, 'collections'>): OrderCollections | undefined {
  const found = ORDER_RESOURCES.map((name) => collections.find(({ resource }) => resource.name === name));
  if (found.includes(undefined)) return undefined;
  return Object.fromEntries(ORDER_RESOURCES.map((name, index) => [name, found[index]])) as OrderCollections;
}

/** The column of a field; a field that is not there is a mistake in the code. */
export function getColumn({ resource, columns }: Collection, field: string): string {
  const found = columns.find(({ name }) => name === field);
  if (!found) throw new Error(`${resource.name} has no field "${field}".`);
  return found.valueColumn;
}

/** The table of a field that holds many references. */
export function getLinkTable({ resource, columns }: Collection, field: string): string {
  const found = columns.find(({ name }) => name === field)?.linkTable;
  if (!found) throw new Error(`${resource.name} has no links "${field}".`);
  return found;
}
