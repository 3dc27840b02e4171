import { getPageRoles } from '../../wire/roles.ts';
import { type PageConfig, type RolePage, toRolePages } from './page.ts';

/** Default exports of all page files. New files are found without registration. */
const modules = import.meta.glob<PageConfig>(['/src/pages/*.page.ts', '/src/dashboards/*.page.ts'], {
  eager: true,
  import: 'default',
});

export const pages: readonly RolePage[] = Object.values(modules).flatMap((page) =>
  toRolePages(page, getPageRoles().names),
);
