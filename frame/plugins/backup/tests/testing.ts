/** The copies of this plug-in, for tests of the portal. */

export { createBackup, getFilePath, readBackup } from '../server/createBackup.ts';
export { loadSnapshot } from '../server/loadSnapshot.ts';
export { moveToPostgres } from '../server/moveToPostgres.ts';
export { restoreBackup } from '../server/restoreBackup.ts';
export { withSnapshot } from '../server/snapshot.ts';
