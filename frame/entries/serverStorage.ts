/** Server entry for commands that read or write a whole installation: its database, its migrations and its files. */

export { CommandError } from '../server/base/operatorErrors.ts';
export { recordCommandSuccess } from '../server/db/commandRuns.ts';
export { withExistingDatabase } from '../server/db/existingDatabase.ts';
export { openDatabase, type Store } from '../server/db/openDatabase.ts';
export { acquireServerLock } from '../server/db/serverLock.ts';
export {
  copyChecked,
  hashContent,
  readJsonLines,
  writeChecked,
  writeJsonLines,
} from '../server/files/checksumFiles.ts';
export { createFileStore, createUploadsFolder, findUploadPaths, isUploadPath } from '../server/files/fileStore.ts';
export { withRemovalHold } from '../server/files/removalHolds.ts';
export type { StorageAdapter } from '../server/files/storageAdapter.ts';
export {
  type AppliedMigrations,
  findAppliedMigrations,
  findUnknownMigration,
} from '../server/migrations/appliedMigrations.ts';
export {
  getCoveredMigrations,
  getTakenOver,
  listMigrationOwners,
  loadFormerMigrations,
} from '../server/migrations/migrationOwners.ts';
export { migrate, openStore } from '../server/migrations/openStore.ts';
export { allowDeletes } from '../server/records/derived/appendOnlyTriggers.ts';
export {
  type AnyDb,
  type AnyRow,
  asAnyDb,
  describeTables,
  type TableDescription,
} from '../server/records/tables/describeTables.ts';
