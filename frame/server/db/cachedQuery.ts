import type { Compilable, CompiledQuery } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from './databaseSchema.ts';

/** Stands in a query for a value that is given when it runs. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

type QueryValues = Readonly<Record<string, unknown>>;
interface CachedQuery {
  query: CompiledQuery<unknown>;
  /** The value of each parameter, or the hole that it is to fill. */
  parameters: readonly unknown[];
}

/** Queries kept for each kind of database, whose texts differ; lists with filters make many, so the oldest go. */
const MAX_CACHED_QUERIES = 500;
const caches = new WeakMap<object, LRUCache<string, CachedQuery>>();

function getCache(db: Db): LRUCache<string, CachedQuery> {
  const { adapter } = db.getExecutor();
  const found = caches.get(adapter) ?? new LRUCache<string, CachedQuery>({ max: MAX_CACHED_QUERIES });
  caches.set(adapter, found);
  return found;
}

function compileWithPlaceholders<V extends QueryValues>(
  values: V,
  build: (holes: V) => Compilable<unknown>,
): CachedQuery {
  const holes = Object.entries(values).map(([name, value]) => [
    name,
    value === undefined ? value : new Placeholder(name),
  ]);
  const query = build(Object.fromEntries(holes) as V).compile();
  return { query, parameters: query.parameters };
}

/**
 * Runs a query that is asked often: it is built and compiled once, which takes longer than running it. `build` is given
 * holes in the place of the values that are given, and may put them wherever a value can stand, but not look into them;
 * what else the query depends on is named by `shape`, by which it is kept.
 */
export async function runCachedQuery<R, V extends QueryValues>(
  db: Db,
  shape: string,
  values: V,
  build: (holes: V) => Compilable<R>,
): Promise<R[]> {
  const cache = getCache(db);
  let key = shape;
  for (const name in values) if (values[name] !== undefined) key += ` ${name}`;
  let found = cache.get(key);
  if (!found) {
    found = compileWithPlaceholders(values, build);
    cache.set(key, found);
  }
  const parameters = found.parameters.map((one) => (one instanceof Placeholder ? values[one.name] : one));
  const { rows } = await db.executeQuery({ ...found.query, parameters } as CompiledQuery<R>);
  return rows;
}
