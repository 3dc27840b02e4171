import { DatabaseSync, StatementSync } from 'node:sqlite';
import pg from 'pg';

/** Called before each statement with its number from 1, and its SQL if it takes it. */
export type Beat = (count: number, sql: string) => void;

/** Calls `beat` before every statement of this process on any database. */
export function everyStatement(beat: Beat): void {
  let count = 0;
  const before = <T extends object, K extends keyof T>(
    target: T,
    name: K,
    sqlOf: (self: T, first: unknown) => string,
  ) => {
    const original = target[name] as (...values: unknown[]) => unknown;
    target[name] = function (this: T, ...values: unknown[]) {
      count += 1;
      // SQLite copies the text of a statement each time.
      beat(count, beat.length > 1 ? sqlOf(this, values[0]) : '');
      return original.apply(this, values);
    } as T[K];
  };
  before(DatabaseSync.prototype, 'exec', (_, sql) => String(sql));
  for (const name of ['all', 'run'] as const) before(StatementSync.prototype, name, ({ sourceSQL }) => sourceSQL);
  before(pg.Client.prototype, 'query', (_, sql) => String(sql));
}
