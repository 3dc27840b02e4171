import type { CompiledQuery, DatabaseConnection, Driver } from 'kysely';
import { createPostgresDialect, createSqliteDialect } from 'portal-frame/internal/server';
import type { DatabaseKind } from 'portal-frame/server/database';

export interface Hold {
  processor: number;
  passed: number;
  statements: number;
}

const spent = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

export function everyHold(kind: DatabaseKind, held: (hold: Hold) => void): void {
  const dialect = kind === 'sqlite' ? createSqliteDialect('') : createPostgresDialect('');
  const drivers = Object.getPrototypeOf(dialect.createDriver()) as Driver;
  const begin = drivers.beginTransaction;
  drivers.beginTransaction = async function (connection, settings) {
    await begin.call(this, connection, settings);
    const [at, before] = [performance.now(), spent()];
    let statements = 0;
    const original = (Object.getPrototypeOf(connection) as DatabaseConnection).executeQuery;
    connection.executeQuery = async function <R>(this: DatabaseConnection, query: CompiledQuery) {
      statements += 1;
      const result = await original.call(this, query);
      if (['commit', 'rollback'].includes(query.sql)) Reflect.deleteProperty(connection, 'executeQuery');
      if (query.sql === 'commit') held({ processor: spent() - before, passed: performance.now() - at, statements });
      return result as Awaited<ReturnType<typeof original<R>>>;
    };
  };
}
