import type { Command } from 'portal-frame/server';
import { CommandError, createFileStore, createUploadsFolder } from 'portal-frame/server/storage';
import { copyMissingFiles, removeMovedFiles } from '../moveFiles.ts';

/**
 * npm run files:move -- bucket|folder [--remove]: copies uploads to the bucket of FILES_URL, or back. --remove then
 * deletes the copied files at the source.
 */
const filesMove: Command = async ({ config }, args) => {
  const [target] = args.filter((word) => !word.startsWith('--'));
  if (!config.filesUrl) throw new CommandError('FILES_URL must name the bucket.');
  if (target !== 'bucket' && target !== 'folder')
    throw new CommandError(
      'Say where to: npm run files:move -- bucket, or folder; --remove removes them where they were.',
    );
  const store = createFileStore(config);
  const folder = createUploadsFolder(config);
  const [from, to] = target === 'bucket' ? [folder, store.storage] : [store.storage, folder];
  const { copied, there } = await copyMissingFiles(from, to, store);
  const summary = `${copied} files copied from ${from.name} to ${to.name}, ${there} were there already.`;
  if (!args.includes('--remove')) return summary;
  return `${summary}\n${await removeMovedFiles(from, to)} removed from ${from.name}.`;
};
export default filesMove;
