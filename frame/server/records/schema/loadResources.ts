import { ICON_NAMES } from '../../../config/app/icons.ts';
import type { PageConfig } from '../../../config/app/page.ts';
import { checkResources } from '../../../config/checkResources.ts';
import { checkPages } from '../../../config/checks/checkPages.ts';
import { checkRoles } from '../../../config/checks/checkRoles.ts';
import type { AnyResource } from '../../../config/resource.ts';
import { withSchemaApp } from '../../../wire/roleSchema.ts';
import { LOGOUT, type Roles } from '../../../wire/roles.ts';
import { importDefaults } from '../../base/importDefault.ts';
import type { ServerParts } from '../../parts.ts';

const getReservedPaths = ({ names, get }: Roles): string[] => [
  ...['/', '/signin', LOGOUT],
  ...names.flatMap((role) => get(role).logout?.path ?? []),
  ...['/not-found', '/api', '/uploads', '/public/assets', '/public/link'],
];

/** Reads the pages of src/pages and src/dashboards by file, without checks. */
export const readPages = async (folder?: string, version?: string): Promise<Record<string, unknown>> =>
  Object.fromEntries(await importDefaults(['src/pages/*.page.ts', 'src/dashboards/*.page.ts'], folder, version));

/**
 * Loads and checks all resources and pages of an app. Throws a ConfigError that names each error by file and key. A new `version`
 * reloads changed files. `more` are further configs by file name.
 */
export async function loadResources(
  { roles, folder }: Pick<ServerParts, 'roles' | 'folder'>,
  version?: string,
  more: Record<string, unknown> = {},
): Promise<AnyResource[]> {
  const files = await readPages(folder, version);
  const reserved = getReservedPaths(roles);
  const pages = withSchemaApp({ roles }, () => checkPages(files, reserved, roles));
  const own = reserved.map((path) => [path, 'the portal itself'] as const);
  const configs = Object.fromEntries(await importDefaults('src/resources/*.ts', folder, version));
  const resources = checkResources(
    { ...configs, ...more },
    {
      roles,
      icons: ICON_NAMES,
      paths: new Map([...own, ...pages]),
    },
  );
  checkRoles(roles, Object.values(files) as PageConfig[], resources);
  return resources;
}
