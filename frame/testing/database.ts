import pg from 'pg';

export interface TestDatabase {
  url?: string;
  drop(): Promise<void>;
}

const pool = new pg.Pool({ connectionString: process.env.TEST_DATABASE_URL, max: 2, allowExitOnIdle: true });
pool.on('error', () => {});

async function getCopyStrategy(): Promise<string> {
  const { rows } = await pool.query("select current_setting('server_version_num')::int as version");
  // PostgreSQL before 15 always copies files.
  return rows[0].version >= 150_000 ? 'strategy file_copy' : '';
}

/** Creates a database on the server of TEST_DATABASE_URL, as a copy of `template` if given. Does nothing for SQLite. */
export async function createTestDatabase(template?: string): Promise<TestDatabase> {
  const base = process.env.TEST_DATABASE_URL;
  if (!base) return { drop: async () => {} };
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2)}`;
  await pool.query(`create database ${name} ${template ? `template ${template} ${await getCopyStrategy()}` : ''}`);
  const url = new URL(base);
  url.pathname = `/${name}`;
  return { url: url.href, drop: async () => void (await pool.query(`drop database ${name} with (force)`)) };
}
