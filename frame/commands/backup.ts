// npm run backup -- <folder>: saves database and uploads while the server runs.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createBackup } from '../server/backup/createBackup.ts';
import { BackupError } from '../server/backup/loadSnapshot.ts';
import { openDatabase } from '../server/db/openDatabase.ts';
import { createFileStore } from '../server/files/fileStore.ts';
import { runCommand } from './command.ts';

await runCommand(async (config, [name]) => {
  if (!name) throw new BackupError('Say where to: npm run backup -- <new folder>');
  const file = join(config.dataDir, 'portal.sqlite');
  if (!config.databaseUrl && !existsSync(file)) throw new BackupError(`There is no ${file} to back up.`);
  const store = openDatabase(config);
  try {
    const folder = resolve(name);
    const { tables, files, lost } = await createBackup({ store, files: createFileStore(config) }, folder);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const warning = lost.length > 0 ? `\n${lost.length} uploads that records refer to are not there: ${lost}` : '';
    return `${rows} rows of ${tables.length} tables and ${files.count} files: ${folder}${warning}`;
  } finally {
    await store.close();
  }
});
