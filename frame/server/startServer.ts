import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { appFolder } from './base/appFolder.ts';

/**
 * Starts the server of the app that `declare` imports; a failed start ends the process. Its modules and those of its
 * threads are compiled once: later starts read them from node_modules, or from the folder NODE_COMPILE_CACHE.
 */
export async function startServer(declare = async (): Promise<unknown> => undefined): Promise<void> {
  // Threads read the variable. A folder that cannot be written is not used.
  process.env.NODE_COMPILE_CACHE ??= join(appFolder, 'node_modules', '.cache', 'compiled');
  enableCompileCache(process.env.NODE_COMPILE_CACHE);
  await declare();
  const { runServer } = await import('./runServer.ts');
  await runServer();
}
