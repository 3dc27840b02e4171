// npm run files:move -- bucket|folder [--remove]: copies uploads to the bucket of FILES_URL, or back.
// --remove then deletes the copied files at the source.
import { BackupError } from '../server/backup/loadSnapshot.ts';
import { copyMissingFiles, removeMovedFiles } from '../server/backup/moveFiles.ts';
import { createFileStore, createUploadsFolder } from '../server/files/fileStore.ts';
import { runCommand } from './command.ts';

await runCommand(async (config, [target]) => {
  if (!config.filesUrl) throw new BackupError('FILES_URL must name the bucket.');
  if (target !== 'bucket' && target !== 'folder')
    throw new BackupError(
      'Say where to: npm run files:move -- bucket, or folder; --remove removes them where they were.',
    );
  const store = createFileStore(config);
  const folder = createUploadsFolder(config);
  const [from, to] = target === 'bucket' ? [folder, store.storage] : [store.storage, folder];
  const { copied, there } = await copyMissingFiles(from, to, store);
  const summary = `${copied} files copied from ${from.name} to ${to.name}, ${there} were there already.`;
  if (!process.argv.includes('--remove')) return summary;
  return `${summary}\n${await removeMovedFiles(from, to)} removed from ${from.name}.`;
});
