import type { AnyResource } from '../../config/resource.ts';
import { hasFeature } from '../../session/session.ts';
import type { Feature } from '../../wire/features.ts';

/** What a config names that this host offers. */
export const filterByFeature = <E extends { feature?: Feature }>(entries: readonly E[]): E[] =>
  entries.filter(({ feature }) => !feature || hasFeature(feature));

/** The fields that the list may be sorted by on this host. */
export const getSortableFields = ({
  list: { sortable = [], sortableByFeature: sortableWith = {} },
}: AnyResource): string[] => [
  ...sortable,
  ...Object.entries(sortableWith).flatMap(([feature, fields]) => (hasFeature(feature as Feature) ? fields : [])),
];
