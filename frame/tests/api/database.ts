import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';

export { createTestDatabase, type TestDatabase };

/**
 * A database that is at today's schema already, where there is a template of one (template.ts): SQLite's file goes into
 * `dataDir`.
 */
export async function copyDatabase(dataDir: string, template: string | undefined): Promise<TestDatabase> {
  if (process.env.TEST_DATABASE_URL) return createTestDatabase(template);
  if (template) copyFileSync(join(template, 'portal.sqlite'), join(dataDir, 'portal.sqlite'));
  return createTestDatabase();
}
