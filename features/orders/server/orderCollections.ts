import type { Services } from 'portal-frame/server';
import { findCollection, type NamedCollection } from 'portal-frame/server/database';

export const ORDER_RESOURCES = ['testOrders', 'tests', 'tubeKinds', 'stabilities', 'drawnTubes'] as const;
export type OrderCollections = { readonly [N in (typeof ORDER_RESOURCES)[number]]: NamedCollection<N> };

/** Finds the collections of orders and catalogue; undefined if one is missing. */
export function findOrderCollections(services: Pick<Services, 'collections'>): OrderCollections | undefined {
  const found = ORDER_RESOURCES.map((name) => findCollection(services, name));
  if (found.includes(undefined)) return undefined;
  return Object.fromEntries(ORDER_RESOURCES.map((name, index) => [name, found[index]])) as OrderCollections;
}
