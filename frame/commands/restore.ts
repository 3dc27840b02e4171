// npm run restore -- <folder> [--force]: restores a backup into the environment's empty database and data directory.
import { resolve } from 'node:path';
import { BackupError } from '../server/backup/loadSnapshot.ts';
import { restoreBackup } from '../server/backup/restoreBackup.ts';
import { runCommand } from './command.ts';

await runCommand(async (config, [name], force) => {
  if (!name) throw new BackupError('Say what: npm run restore -- <folder of a backup> [--force]');
  const { tables, files, madeAt } = await restoreBackup(config, resolve(name), { force });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows of ${tables.length} tables and ${files.count} files, as of ${madeAt}.`;
});
