// npm run files:move -- bucket|folder [--remove]: copies every upload from DATA_DIR to the bucket of FILES_URL, or back.
// --remove then removes, where they came from, those that are in both places.
import { BackupError } from '../server/backup/load.ts';
import { copyAll, removeMoved } from '../server/backup/moveFiles.ts';
import { createFileStore, folderOf } from '../server/files/store.ts';
import { command } from './command.ts';

await command(async (config, [target]) => {
  if (!config.filesUrl) throw new BackupError('FILES_URL must name the bucket.');
  if (target !== 'bucket' && target !== 'folder')
    throw new BackupError(
      'Say where to: npm run files:move -- bucket, or folder; --remove removes them where they were.',
    );
  const store = createFileStore(config);
  const folder = folderOf(config);
  const [from, to] = target === 'bucket' ? [folder, store.place] : [store.place, folder];
  const { copied, there } = await copyAll(from, to, store);
  const summary = `${copied} files copied from ${from.name} to ${to.name}, ${there} were there already.`;
  if (!process.argv.includes('--remove')) return summary;
  return `${summary}\n${await removeMoved(from, to)} removed from ${from.name}.`;
});
