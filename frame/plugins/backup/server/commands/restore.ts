import { resolve } from 'node:path';
import type { Command } from 'portal-frame/server';
import { CommandError } from 'portal-frame/server/storage';
import { restoreBackup } from '../restoreBackup.ts';

/** npm run restore -- <folder> [--force]: restores a backup into the environment's empty database and data directory. */
const restore: Command = async ({ config }, args) => {
  const [name] = args.filter((word) => !word.startsWith('--'));
  if (!name) throw new CommandError('Say what: npm run restore -- <folder of a backup> [--force]');
  const { tables, files, madeAt } = await restoreBackup(config, resolve(name), { force: args.includes('--force') });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows of ${tables.length} tables and ${files.count} files, as of ${madeAt}.`;
};
export default restore;
