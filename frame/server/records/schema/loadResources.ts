import { globSync } from 'node:fs';
import { ICON_NAMES } from '../../../config/app/icons.ts';
import type { PageConfig } from '../../../config/app/page.ts';
import { checkResources } from '../../../config/checkResources.ts';
import { checkPages } from '../../../config/checks/checkPages.ts';
import { checkRoles } from '../../../config/checks/checkRoles.ts';
import type { AnyResource } from '../../../config/resource.ts';
import { getRole, LOGOUT, ROLES } from '../../../wire/roles.ts';
import { appFolder } from '../../base/appFolder.ts';
import { importDefault } from '../../base/importDefault.ts';

const getReservedPaths = (): string[] => [
  ...['/', '/signin', LOGOUT],
  ...ROLES.flatMap((role) => getRole(role).logout?.path ?? []),
  ...['/not-found', '/api', '/uploads', '/public/assets', '/public/link'],
];

const importConfigs = async (pattern: string | string[], version?: string): Promise<Record<string, unknown>> => {
  const files = globSync(pattern, { cwd: appFolder }).toSorted();
  const read = async (file: string) => [file.replaceAll('\\', '/'), await importDefault(file, version)] as const;
  return Object.fromEntries(await Promise.all(files.map(read)));
};

/** Reads the pages of src/pages and src/dashboards by file, without checks. */
export const readPages = (version?: string): Promise<Record<string, unknown>> =>
  importConfigs(['src/pages/*.page.ts', 'src/dashboards/*.page.ts'], version);

/**
 * Loads and checks all resources and pages. Throws a ConfigError that names each error by file and key. A new `version`
 * reloads changed files. `more` are further configs by file name.
 */
export async function loadResources(version?: string, more: Record<string, unknown> = {}): Promise<AnyResource[]> {
  const files = await readPages(version);
  const pages = checkPages(files, getReservedPaths());
  const own = getReservedPaths().map((path) => [path, 'the portal itself'] as const);
  const configs = await importConfigs('src/resources/*.ts', version);
  const resources = checkResources({ ...configs, ...more }, { icons: ICON_NAMES, paths: new Map([...own, ...pages]) });
  checkRoles(Object.values(files) as PageConfig[], resources);
  return resources;
}
