import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, freshDatabase } from '../../testing/database.ts';

export { type Database, freshDatabase };

/**
 * A database that is at today's schema already, where there is a template of one (template.ts): SQLite's file goes into
 * `dataDir`.
 */
export async function copyDatabase(dataDir: string, template: string | undefined): Promise<Database> {
  if (process.env.TEST_DATABASE_URL) return freshDatabase(template);
  if (template) copyFileSync(join(template, 'portal.sqlite'), join(dataDir, 'portal.sqlite'));
  return freshDatabase();
}
