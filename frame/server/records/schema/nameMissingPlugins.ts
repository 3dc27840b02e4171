import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from '../../../config/app/definePlugin.ts';
import { loadKeys } from '../../../config/app/resourceKeys.ts';
import { ConfigError } from '../../../config/configError.ts';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'plugins');

/** Imports the declarations of the frame's plug-ins, also of those that an app does not list. */
export async function importFramePlugins(): Promise<Plugin[]> {
  const files = globSync('*/plugin.{ts,js}', { cwd: FOLDER }).toSorted();
  const modules: object[] = await Promise.all(files.map((file) => import(pathToFileURL(join(FOLDER, file)).href)));
  return modules.flatMap((module) => Object.values(module));
}

/** Returns the names of the frame's plug-ins by the keys that they add. */
async function findOwnersOfKeys(): Promise<Map<string, string>> {
  const owners = new Map<string, string>();
  for (const plugin of await importFramePlugins())
    for (const path of Object.keys(await loadKeys([{ plugin }]))) owners.set(path, plugin.name);
  return owners;
}

/** Runs a check of configs. An error about a key that a plug-in of the frame adds names the plug-in. */
export async function nameMissingPlugins<R>(check: () => R): Promise<R> {
  try {
    return check();
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    const owners = await findOwnersOfKeys();
    throw new ConfigError(
      cause.errors.map((error) => {
        const [, found, path = ''] = /^([^:]+: ([\w.]+): found "\w+"), expected a supported key\./.exec(error) ?? [];
        const owner = owners.get(path.replace(/^roles\.\w+/, 'roles.{name}'));
        return owner ? `${found}, expected the plug-in "${owner}" in src/plugins.ts, which adds this key.` : error;
      }),
    );
  }
}
