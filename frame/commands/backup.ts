// npm run backup -- <folder>: saves database and uploads while the server runs.
import { resolve } from 'node:path';
import { createBackup } from '../server/backup/createBackup.ts';
import { BackupError } from '../server/backup/loadSnapshot.ts';
import { createFileStore } from '../server/files/fileStore.ts';
import { runOnDatabase } from './command.ts';

await runOnDatabase('back up', async (store, config, name) => {
  if (!name) throw new BackupError('Say where to: npm run backup -- <new folder>');
  const folder = resolve(name);
  const { tables, files, lost } = await createBackup({ store, files: createFileStore(config) }, folder);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const warning = lost.length > 0 ? `\n${lost.length} uploads that records refer to are not there: ${lost}` : '';
  return `${rows} rows of ${tables.length} tables and ${files.count} files: ${folder}${warning}`;
});
