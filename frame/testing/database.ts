import type { Pool } from 'pg';

export interface TestDatabase {
  url?: string;
  drop(): Promise<void>;
}

let pool: Pool | undefined;

async function query(statement: string) {
  const pg = (await import('pg')).default;
  pool ??= new pg.Pool({ connectionString: process.env.TEST_DATABASE_URL, max: 2, allowExitOnIdle: true }).on(
    'error',
    () => {},
  );
  return pool.query(statement);
}

async function getCopyStrategy(): Promise<string> {
  const { rows } = await query("select current_setting('server_version_num')::int as version");
  // PostgreSQL before 15 always copies files.
  return rows[0].version >= 150_000 ? 'strategy file_copy' : '';
}

/** Creates a database on the server of TEST_DATABASE_URL, as a copy of `template` if given. Does nothing for SQLite. */
export async function createTestDatabase(template?: string): Promise<TestDatabase> {
  const base = process.env.TEST_DATABASE_URL;
  if (!base) return { drop: async () => {} };
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2)}`;
  await query(`create database ${name} ${template ? `template ${template} ${await getCopyStrategy()}` : ''}`);
  const url = new URL(base);
  url.pathname = `/${name}`;
  return { url: url.href, drop: async () => void (await query(`drop database ${name} with (force)`)) };
}
