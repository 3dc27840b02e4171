import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

interface Database {
  /** Undefined for SQLite. */
  url?: string;
  drop(): Promise<void>;
}

/** An empty database of its own on the PostgreSQL of TEST_DATABASE_URL, or none for SQLite; a copy of `template`, where given. */
export async function freshDatabase(template?: string): Promise<Database> {
  const base = process.env.TEST_DATABASE_URL;
  if (!base) return { drop: async () => {} };
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2)}`;
  const run = async (statement: string) => {
    const client = new pg.Client(base);
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run(`create database ${name} ${template ? `template ${template}` : ''}`);
  const url = new URL(base);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) };
}

/** A database that is at today's schema already, where there is one (template.ts): SQLite's file goes into `dataDir`. */
export async function readyDatabase(dataDir: string): Promise<Database> {
  const { TEST_DATABASE_URL, TEST_TEMPLATE } = process.env;
  if (TEST_DATABASE_URL) return freshDatabase(TEST_TEMPLATE);
  if (TEST_TEMPLATE) copyFileSync(join(TEST_TEMPLATE, 'portal.sqlite'), join(dataDir, 'portal.sqlite'));
  return freshDatabase();
}
