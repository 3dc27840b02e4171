import { getPageRoles } from '../../wire/roles.ts';
import { type PageConfig, type RolePage, toRolePages } from './page.ts';
import { getPlugins } from './pluginList.ts';

/** Default exports of all page files. New files are found without registration. */
const modules = import.meta.glob<PageConfig>(['/src/pages/*.page.ts', '/src/dashboards/*.page.ts'], {
  eager: true,
  import: 'default',
});

const pluginPages = getPlugins().flatMap(({ plugin }) => plugin.pages ?? []);

export const pages: readonly RolePage[] = [...Object.values(modules), ...pluginPages].flatMap((page) =>
  toRolePages(page, getPageRoles().names),
);
