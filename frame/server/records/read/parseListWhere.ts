import type { AnyResource } from '../../../config/resource.ts';
import { tryParseWhere, WhereError } from '../../../where/parseWhere.ts';
import { type Condition, listComparisons } from '../../../where/where.ts';
import type { Account } from '../../http/callHandler.ts';
import { mayFindBy, mayReadRecords } from '../access/fieldAccess.ts';
import { checkWherePaths } from '../query/checkWherePaths.ts';
import { createListRefusal } from '../query/compileWhere.ts';
import type { Collection } from '../schema/collection.ts';

/** Limits of the `where` parameter. */
const MAX_WHERE_LEVELS = 5;
const MAX_COMPARISONS = 50;

/** Counts nested joins. `not` and `every` are no levels of their own around a comparison or `some`. */
const countLevels = (condition: Condition): number => {
  if (condition.kind === 'compare') return 0;
  if (condition.kind === 'not' && condition.part.kind !== 'and' && condition.part.kind !== 'or')
    return countLevels(condition.part);
  const parts = 'parts' in condition ? condition.parts : [condition.part];
  return 1 + Math.max(0, ...parts.map(countLevels));
};

/**
 * Parses a condition on the records of a list. Throws an HttpError (400), with the same text for fields that the caller
 * may not find records by and for fields that do not exist.
 */
export function parseListWhere(
  collection: Collection,
  collections: readonly Collection[],
  where: unknown,
  account: Pick<Account, 'role' | 'key'>,
): Condition {
  const condition = tryParseWhere(where);
  if (condition instanceof WhereError)
    throw createListRefusal('where', [condition.path, `${condition.expected} is expected`].filter(Boolean).join(': '));
  if (countLevels(condition) > MAX_WHERE_LEVELS || listComparisons(condition).length > MAX_COMPARISONS)
    throw createListRefusal(
      'where',
      `at most ${MAX_WHERE_LEVELS} levels and ${MAX_COMPARISONS} comparisons are expected`,
    );
  const wrong = checkWherePaths(collection, condition, collections, {
    mayFindBy: (resource, field) => mayFindBy(resource, account.role, field) && isComparable(resource, field),
    mayRead: (resource) => mayReadRecords(resource, account),
  });
  const paths = [...new Set(wrong.map(({ path }) => `"${path}"`))].join(', ');
  if (wrong.length > 0) throw createListRefusal('where', `${paths}: no field that records can be found by`);
  return condition;
}

/** False for passwords and other values that nobody compares. */
const isComparable = ({ fields }: AnyResource, name: string) =>
  fields[name]?.kind.filter !== false || fields[name]?.kind.storage === 'children';
