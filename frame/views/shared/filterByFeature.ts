import type { AnyResource } from '../../config/resource.ts';
import { hasFeature } from '../../session/session.ts';
import type { Feature } from '../../wire/features.ts';

/** Returns the config entries that this host supports. */
export const filterByFeature = <E extends { feature?: Feature }>(entries: readonly E[]): E[] =>
  entries.filter(({ feature }) => !feature || hasFeature(feature));

export const getOfferedSortFields = ({ list: { sortable = [], sortableByFeature = {} } }: AnyResource): string[] => [
  ...sortable,
  ...Object.entries(sortableByFeature).flatMap(([feature, fields]) => (hasFeature(feature as Feature) ? fields : [])),
];
