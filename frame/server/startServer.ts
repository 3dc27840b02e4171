import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { appFolder } from './base/appFolder.ts';
import type { ServerParts } from './parts.ts';

/**
 * Starts the server of the app that `load` imports, its default export; a failed start ends the process. Its modules and
 * those of its threads are compiled once: later starts read them from node_modules, or from the folder
 * NODE_COMPILE_CACHE.
 * @example await startServer(() => import('./app.ts'));
 */
export async function startServer(load: () => Promise<{ default: ServerParts }>): Promise<void> {
  // Threads read the variable. A folder that cannot be written is not used.
  process.env.NODE_COMPILE_CACHE ??= join(appFolder, 'node_modules', '.cache', 'compiled');
  enableCompileCache(process.env.NODE_COMPILE_CACHE);
  const { default: app } = await load();
  const { runServer } = await import('./runServer.ts');
  await runServer(app);
}
