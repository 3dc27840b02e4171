import pg from 'pg';

export interface TestDatabase {
  /** Undefined for SQLite. */
  url?: string;
  drop(): Promise<void>;
}

const pool = new pg.Pool({ connectionString: process.env.TEST_DATABASE_URL, max: 2, allowExitOnIdle: true });
pool.on('error', () => {});

async function getCopyStrategy(): Promise<string> {
  const { rows } = await pool.query("select current_setting('server_version_num')::int as version");
  // Older ones know no other way, and no word for it.
  return rows[0].version >= 150_000 ? 'strategy file_copy' : '';
}

/** An empty database of its own on the PostgreSQL of TEST_DATABASE_URL, or none for SQLite; a copy of `template`, where given. */
export async function createTestDatabase(template?: string): Promise<TestDatabase> {
  const base = process.env.TEST_DATABASE_URL;
  if (!base) return { drop: async () => {} };
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2)}`;
  await pool.query(`create database ${name} ${template ? `template ${template} ${await getCopyStrategy()}` : ''}`);
  const url = new URL(base);
  url.pathname = `/${name}`;
  return { url: url.href, drop: async () => void (await pool.query(`drop database ${name} with (force)`)) };
}
