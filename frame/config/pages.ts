import { type PageConfig, type RolePage, toRolePages } from './page.ts';

/** Every page of the portal: the default exports of these files. A new file is found by itself. */
const modules = import.meta.glob<PageConfig>(['/src/pages/*.page.ts', '/src/dashboards/*.page.ts'], {
  eager: true,
  import: 'default',
});

export const pages: readonly RolePage[] = Object.values(modules).flatMap(toRolePages);
