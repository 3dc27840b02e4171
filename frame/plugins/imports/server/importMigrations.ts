import type { Migration } from 'kysely/migration';
import { createMissing } from 'portal-frame/server/plugins';

declare module 'portal-frame/server/database' {
  interface Schema {
    /** The columns that a person assigned to the headings of a file, as JSON. */
    import_mappings: { id: string; value: string; changed_at: number };
  }
}

/** A database of a version whose start made the table has it already. No list of migrations made it before. */
const steps = [
  'create table import_mappings (id text primary key not null, value text not null, changed_at bigint not null)',
];

export const importMigrations = (): Record<string, Migration> => ({
  '001_import_mappings': { up: (db) => createMissing(db, steps) },
});
