import type { AnyResource } from '../../../config/resource.ts';
import { type Condition, listPaths } from '../../../where/where.ts';
import type { Collection } from '../schema/collection.ts';
import { findColumn, findHop } from './wherePath.ts';

/** Rights of a caller on the way of a path. */
export interface PathRights {
  mayFindBy(resource: AnyResource, field: string): boolean;
  /** True if the caller may read records of a referenced resource. */
  mayRead(resource: AnyResource): boolean;
}

export interface WrongPath {
  path: string;
  /** The wrong segment, and the collection in which it was looked for. */
  segment: string;
  collection: Collection;
}

/** Finds the first segment that does not exist or is denied. With `isHop` the path must end at records. */
function findWrongSegment(
  collection: Collection,
  path: readonly string[],
  isHop: boolean,
  collections: readonly Collection[],
  rights: PathRights | undefined,
): Omit<WrongPath, 'path'> | undefined {
  let current = collection;
  for (const [index, segment] of path.entries()) {
    const hop = findHop(current, segment, collections);
    const isEnd = index === path.length - 1 && !isHop;
    const column = findColumn(current, segment);
    const isOpen =
      !rights ||
      ((segment === 'id' || rights.mayFindBy(current.resource, segment)) &&
        ((isEnd && column !== undefined) || (hop !== undefined && rights.mayRead(hop.target.resource))));
    if (!isOpen || !(hop || (isEnd && column))) return { segment, collection: current };
    if (hop) current = hop.target;
  }
  return undefined;
}

/**
 * Lists the paths that lead nowhere. With `rights`, paths that the role may not find records by are among them, so that
 * a caller cannot tell a denied path from one that does not exist.
 */
export const checkWherePaths = (
  collection: Collection,
  condition: Condition,
  collections: readonly Collection[],
  rights?: PathRights,
): WrongPath[] =>
  [...listPaths(condition)].flatMap(({ path, kind }) => {
    const wrong = findWrongSegment(collection, path, kind === 'some', collections, rights);
    return wrong ? [{ path: path.join('.'), ...wrong }] : [];
  });
