import type { Roles } from '../../wire/roles.ts';
import type { Plugin } from '../app/definePlugin.ts';
import { getPagePath, type PageConfig } from '../app/page.ts';
import { listScreenPaths } from '../app/pluginScreens.ts';
import { ConfigError, createErrorReporter } from '../configError.ts';
import type { AnyResource } from '../resource.ts';

/**
 * Checks that the home of every role of people is one of its screens and that exactly one role manages the others. Throws one
 * ConfigError.
 */
export function checkRoles(
  { names, managers, get }: Roles,
  pages: readonly PageConfig[],
  resources: readonly AnyResource[],
  plugins: readonly { plugin: Plugin }[] = [],
): void {
  const errors: string[] = [];
  const report = createErrorReporter('src/roles.ts', errors);
  for (const role of names) {
    const { home, phoneHome, service, public: isPublic } = get(role);
    // Nobody signs in with it.
    if (service) continue;
    const screens = resources.flatMap((one) => listScreenPaths(one, role, plugins).map(([, path]) => path));
    // An app may offer its public nothing yet.
    if (isPublic && screens.length === 0) continue;
    const paths = [...pages.flatMap((page) => getPagePath(page, role) ?? []), ...screens];
    const expectScreen = (key: string, path: string) => {
      if (!paths.includes(path))
        report(key, path, `the address of a page or a list that ${role} has (roles.${role}.list of a resource)`, paths);
    };
    expectScreen(`${role}.home`, home);
    // One with a feature may belong to a plug-in that is left out.
    if (phoneHome && !phoneHome.feature) expectScreen(`${role}.phoneHome.path`, phoneHome.path);
  }
  const [open, ...furtherOpen] = names.filter((role) => get(role).public);
  for (const role of furtherOpen) report(`${role}.public`, true, `no second public role: ${open} is`);
  if (open && (get(open).manages || get(open).service))
    report(`${open}.public`, true, 'no role that manages others or is for programs');
  if (open && !plugins.some(({ plugin }) => plugin.servesPublic))
    report(`${open}.public`, true, 'a plug-in with pages for it in server/app.ts (docs/public-pages.md)');
  const [manager, ...further] = managers;
  if (!manager) report('manages', 'no role with it', 'manages: true at one role, or nobody could ever sign in');
  for (const role of further)
    report(`${role}.manages`, true, `no second role that manages the others: ${manager} does`);
  if (errors.length > 0) throw new ConfigError(errors);
}
