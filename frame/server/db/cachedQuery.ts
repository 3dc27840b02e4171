import {
  type Compilable,
  type CompiledQuery,
  type Expression,
  ExpressionWrapper,
  type OperationNode,
  RawNode,
  type SqlBool,
  ValueNode,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from './databaseSchema.ts';

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

type QueryValues = Readonly<Record<string, unknown>>;
interface CachedQuery {
  query: CompiledQuery<unknown>;
  parameters: readonly unknown[];
}

/** Per kind of database, because their SQL differs. Lists with filters need many entries. */
const MAX_CACHED_QUERIES = 500;
const caches = new WeakMap<object, LRUCache<string, CachedQuery>>();

function getCache(db: Db): LRUCache<string, CachedQuery> {
  const { adapter } = db.getExecutor();
  const found = caches.get(adapter) ?? new LRUCache<string, CachedQuery>({ max: MAX_CACHED_QUERIES });
  caches.set(adapter, found);
  return found;
}

/** Longer ones belong to conditions that somebody combined; they come once. */
const MAX_KEY_LENGTH = 4000;

function compileWithPlaceholders<V extends QueryValues>(
  values: V,
  build: (placeholders: V) => Compilable<unknown>,
): CachedQuery {
  const given = Object.keys(values).filter((name) => values[name] !== undefined);
  const query = build(Object.fromEntries(given.map((name) => [name, new Placeholder(name)])) as V).compile();
  return { query, parameters: query.parameters };
}

function compileCachedQuery<R, V extends QueryValues>(
  db: Db,
  name: string,
  values: V,
  build: (placeholders: V) => Compilable<R>,
): CompiledQuery<R> {
  const cache = getCache(db);
  let key = name;
  for (const value in values) if (values[value] !== undefined) key += ` ${value}`;
  let found = cache.get(key);
  if (!found) {
    found = compileWithPlaceholders(values, build);
    if (key.length <= MAX_KEY_LENGTH) cache.set(key, found);
  }
  const parameters = found.parameters.map((one) => (one instanceof Placeholder ? values[one.name] : one));
  return { ...found.query, parameters } as CompiledQuery<R>;
}

/**
 * Runs a query that is compiled only once, because compiling takes longer than running it. `build` receives
 * placeholders instead of the defined `values` and must not read them. `name` is part of the cache key: it names
 * everything else that the query depends on.
 */
export async function runCachedQuery<R, V extends QueryValues>(
  db: Db,
  name: string,
  values: V,
  build: (placeholders: V) => Compilable<R>,
): Promise<R[]> {
  return (await db.executeQuery(compileCachedQuery(db, name, values, build))).rows;
}

/** Replaces the bound values of raw SQL by placeholders, and adds them to `values`. Literals and other nodes stay. */
function extractValues(node: OperationNode, values: Record<string, unknown>): OperationNode {
  if (RawNode.is(node))
    return RawNode.create(
      node.sqlFragments,
      node.parameters.map((one) => extractValues(one, values)),
    );
  if (!ValueNode.is(node) || node.immediate) return node;
  const name = `where${Object.keys(values).length}`;
  values[name] = node.value;
  return ValueNode.create(new Placeholder(name));
}

/** Compiles a query with these conditions as `runCachedQuery` does. `build` receives them with placeholders. */
export function compileCachedWhere<R, V extends QueryValues, C extends { expression: Expression<SqlBool> }>(
  db: Db,
  name: string,
  where: readonly C[],
  values: V,
  build: (where: readonly C[], placeholders: V) => Compilable<R>,
): CompiledQuery<R> {
  const extracted: Record<string, unknown> = {};
  const nodes = where.map(({ expression }) => extractValues(expression.toOperationNode(), extracted));
  const held = nodes.map((node, at) => ({ ...(where[at] as C), expression: new ExpressionWrapper(node) }));
  return compileCachedQuery(db, `${name}: ${JSON.stringify(nodes)}`, { ...extracted, ...values }, (placeholders) =>
    build(held, placeholders),
  );
}

/** Runs a query with these conditions as `runCachedQuery` does. */
export async function runCachedWhere<R, V extends QueryValues, C extends { expression: Expression<SqlBool> }>(
  db: Db,
  ...query: [
    name: string,
    where: readonly C[],
    values: V,
    build: (where: readonly C[], placeholders: V) => Compilable<R>,
  ]
): Promise<R[]> {
  return (await db.executeQuery(compileCachedWhere(db, ...query))).rows;
}
