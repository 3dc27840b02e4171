import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkResources } from '../../src/config/check.ts';
import { ICON_NAMES } from '../../src/config/icons.ts';
import type { AnyResource } from '../../src/config/resource.ts';
import { readDefault } from './readDefault.ts';

const root = join(import.meta.dirname, '..', '..');
const RESERVED_PATHS = [
  '/',
  '/signin',
  '/logout',
  '/employee-logout',
  '/laboratory-logout',
  '/not-found',
  '/api',
  '/uploads',
];

/** The paths of the pages; read by their address, as the build's settings would else be bundled with all screens. */
async function pagePaths(): Promise<string[]> {
  const { href } = pathToFileURL(join(root, 'src/config/pages.ts'));
  const { pages } = (await import(href)) as typeof import('../../src/config/pages.ts');
  return pages.map(({ path }) => path);
}

/**
 * Every resource of src/resources, checked. Throws a ConfigError that names each fault by file and key.
 * `version` makes a file that changed count as another one, where it was read before; `more` are configs by the file
 * that they are to stand in.
 */
export async function loadResources(version?: string, more: Record<string, unknown> = {}): Promise<AnyResource[]> {
  const files = globSync('src/resources/*.ts', { cwd: root }).toSorted();
  const read = async (file: string) => [file.replaceAll('\\', '/'), await readDefault(file, version)] as const;
  const configs = Object.fromEntries(await Promise.all(files.map(read)));
  return checkResources(
    { ...configs, ...more },
    { icons: ICON_NAMES, paths: [...RESERVED_PATHS, ...(await pagePaths())] },
  );
}
