import type { AnyResource } from '../../config/resource.ts';
import { isSystemField } from '../../config/systemFields.ts';
import { getColumnName } from '../../config/tableConfig.ts';
import type { Store } from '../db/openDatabase.ts';
import { findPendingMigrations } from '../migrations/openStore.ts';
import type { SchemaStep } from './changeSteps.ts';
import type { ExistingTable } from './existingTables.ts';

/** True if all migrations are applied. Before that a plan cannot describe the tables of migrations. */
export const isMigrated = async (store: Pick<Store, 'app' | 'db' | 'kind'>): Promise<boolean> =>
  Object.keys(await findPendingMigrations(store)).length === 0;

/** Finds fields of resources on migrated tables (`table`) whose column is missing. Only a migration can add it. */
export function findMissingColumns(resources: readonly AnyResource[], tables: readonly ExistingTable[]): SchemaStep[] {
  return resources.flatMap(({ name: resource, table, fields }): SchemaStep[] => {
    if (!table) return [];
    const found = tables.find(({ name }) => name === table.name);
    return Object.entries(fields).flatMap(([field, config]): SchemaStep[] => {
      const column = getColumnName(table, field);
      if (column === null || isSystemField(field, config) || found?.columns.includes(column)) return [];
      const because = `the column ${column} of ${table.name} is not there`;
      const allow = `a step in server/store/migrations.ts that makes it, or table.columns.${field} with the column it is in`;
      return [{ do: 'find missing', resource, field, refused: { because, allow } }];
    });
  });
}
