import { z } from 'zod';
import { ROLES } from '../wire/call.ts';
import { roleRule } from '../wire/roleRule.ts';
import { ConfigError, readConfig } from './faults.ts';
import { ICON_NAMES } from './icons.ts';
import type { PageConfig } from './page.ts';
import { component, label, path, roleNames } from './schemaParts.ts';

const pageSchema = z.strictObject({
  paths: z
    .partialRecord(roleRule(), path)
    .refine((paths) => Object.keys(paths).length > 0, { error: () => `a path for one of ${ROLES.join(', ')}` }),
  title: label,
  icon: z.enum(ICON_NAMES),
  component,
  menu: z.strictObject({ order: z.number().optional(), bottom: roleNames.optional() }).optional(),
  bar: z.boolean().optional(),
});

/**
 * Checks the pages by the file each stands in and throws one ConfigError with every fault; `taken` are addresses that
 * are the portal's own. Gives the file of each address.
 */
export function checkPages(files: Record<string, unknown>, taken: readonly string[]): ReadonlyMap<string, string> {
  const faults: string[] = [];
  const owners = new Map(taken.map((path) => [path, 'the portal itself']));
  const pages = new Map<string, string>();
  for (const [file, page] of Object.entries(files)) {
    const read = readConfig<PageConfig>(file, page, pageSchema, 'definePage', faults);
    if (!read) continue;
    for (const [role, path] of Object.entries(read.config.paths)) {
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
  if (faults.length > 0) throw new ConfigError(faults);
  return pages;
}
