import type { Roles } from '../../wire/roles.ts';
import { getPagePath, type PageConfig } from '../app/page.ts';
import { ConfigError, checkConfig } from '../configError.ts';
import { pageSchema } from '../schemas/pageSchema.ts';

/**
 * Checks all pages and returns the file of each path. Throws one ConfigError with every error. `taken` lists the
 * frame's own paths.
 */
export function checkPages(
  files: Record<string, unknown>,
  taken: readonly string[],
  { names }: Roles,
): ReadonlyMap<string, string> {
  const errors: string[] = [];
  const owners = new Map(taken.map((path) => [path, 'the portal itself']));
  const pages = new Map<string, string>();
  for (const [file, page] of Object.entries(files)) {
    const read = checkConfig<PageConfig>(file, page, pageSchema, 'definePage', errors);
    if (!read) continue;
    const paths = names.flatMap((role) => {
      const path = getPagePath(read.config, role);
      return path === undefined ? [] : [[role, path] as const];
    });
    if (paths.length === 0) read.report('paths', {}, `a path for one of ${names.join(', ')}`);
    for (const [role, path] of paths) {
      const above = [...owners.keys()].find((other) => other.length > 1 && path.startsWith(`${other}/`));
      const below = [...owners.keys()].find((other) => other.startsWith(`${path}/`));
      const near = above ?? below ?? (owners.has(path) ? path : undefined);
      if (near !== undefined)
        read.report(
          `paths.${role}`,
          path,
          `a path that is free${near === path ? '' : `, above and below no other: ${near}`} (it belongs to ${owners.get(near)})`,
        );
      owners.set(path, file);
      pages.set(path, file);
    }
  }
  if (errors.length > 0) throw new ConfigError(errors);
  return pages;
}
