import { createClaims } from '../../../config/app/claimNames.ts';
import type { BrowserPlugin } from '../../../config/app/defineBrowserPlugin.ts';
import { ICON_NAMES } from '../../../config/app/icons.ts';
import type { PageConfig } from '../../../config/app/page.ts';
import { addPluginResources } from '../../../config/app/pluginResources.ts';
import { loadKeys } from '../../../config/app/resourceKeys.ts';
import { checkResources } from '../../../config/checkResources.ts';
import { checkPages } from '../../../config/checks/checkPages.ts';
import { checkRoles } from '../../../config/checks/checkRoles.ts';
import { ConfigError } from '../../../config/configError.ts';
import type { AnyResource } from '../../../config/resource.ts';
import { withSchemaApp } from '../../../wire/roleSchema.ts';
import { LOGOUT, type Roles } from '../../../wire/roles.ts';
import { importDefaults } from '../../base/importDefault.ts';
import type { ServerParts } from '../../parts.ts';
import { nameMissingPlugins } from './nameMissingPlugins.ts';

const getReservedPaths = ({ names, get }: Roles): string[] => [
  ...['/', '/signin', LOGOUT],
  ...names.flatMap((role) => get(role).logout?.path ?? []),
  ...['/not-found', '/api', '/uploads', '/public/assets', '/public/link'],
];

/** Reads the pages of src/pages and src/dashboards by file, without checks. */
export const readPages = async (folder?: string, version?: string): Promise<Record<string, unknown>> =>
  Object.fromEntries(await importDefaults(['src/pages/*.page.ts', 'src/dashboards/*.page.ts'], folder, version));

/**
 * Reads the declarations of src/plugins.ts and of the server. Throws a ConfigError for one with resources or keys that
 * the server lacks, as their hooks would not run.
 */
async function readPlugins(onServer: ServerParts['plugins'], folder?: string, version?: string) {
  const [[, found] = []] = await importDefaults('src/plugins.ts', folder, version);
  const inBrowser = (found ?? []) as readonly BrowserPlugin[];
  const missing = inBrowser.find(
    ({ plugin }) => (plugin.resources || plugin.keys) && onServer?.every((one) => one.plugin !== plugin),
  );
  if (missing)
    throw new ConfigError([
      `src/plugins.ts: found "${missing.plugin.name}", which the server lacks. Add it: plugins: [${missing.plugin.name}] in server/app.ts.`,
    ]);
  const onlyServer = (onServer ?? []).filter((one) => inBrowser.every(({ plugin }) => plugin !== one.plugin));
  return [...inBrowser, ...onlyServer];
}

/** Lists the pages of plug-ins by a name for messages. */
const listPluginPages = (declared: readonly Pick<BrowserPlugin, 'plugin'>[]): Record<string, unknown> =>
  Object.fromEntries(
    declared.flatMap(({ plugin }) =>
      (plugin.pages ?? []).map((page, at) => [`${plugin.name}/pages/${at + 1}`, page] as const),
    ),
  );

/**
 * Loads and checks all resources and pages of an app, those of its plug-ins included. Throws a ConfigError that names
 * each error by file and key. A new `version` reloads changed files. `more` are further configs by file name.
 */
export async function loadResources(
  { roles, folder, plugins }: Pick<ServerParts, 'roles' | 'folder' | 'plugins'>,
  version?: string,
  more: Record<string, unknown> = {},
): Promise<AnyResource[]> {
  const declared = await readPlugins(plugins, folder, version);
  const files = { ...(await readPages(folder, version)), ...listPluginPages(declared) };
  const reserved = getReservedPaths(roles);
  const pages = withSchemaApp({ roles }, () => checkPages(files, reserved, roles));
  const own = reserved.map((path) => [path, 'the portal itself'] as const);
  const configs = Object.fromEntries(await importDefaults('src/resources/*.ts', folder, version));
  const keys = await loadKeys(declared);
  const given = addPluginResources({ ...configs, ...more }, declared, createClaims());
  const resources = await nameMissingPlugins(() =>
    checkResources(given, {
      ...{ roles, keys, plugins: declared },
      ...{ icons: ICON_NAMES, paths: new Map([...own, ...pages]) },
    }),
  );
  checkRoles(roles, Object.values(files) as PageConfig[], resources, declared);
  return resources;
}
