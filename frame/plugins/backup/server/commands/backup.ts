import { resolve } from 'node:path';
import type { Command } from 'portal-frame/server';
import { CommandError, createFileStore, withExistingDatabase } from 'portal-frame/server/storage';
import { createBackup } from '../createBackup.ts';

/** npm run backup -- <folder>: saves database and uploads while the server runs. */
const backup: Command = async ({ config }, args) => {
  const [name] = args.filter((word) => !word.startsWith('--'));
  return withExistingDatabase(config, 'back up', async (store) => {
    if (!name) throw new CommandError('Say where to: npm run backup -- <new folder>');
    const folder = resolve(name);
    const { tables, files, lost } = await createBackup({ store, files: createFileStore(config) }, folder);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const warning = lost.length > 0 ? `\n${lost.length} uploads that records refer to are not there: ${lost}` : '';
    return `${rows} rows of ${tables.length} tables and ${files.count} files: ${folder}${warning}`;
  });
};
export default backup;
