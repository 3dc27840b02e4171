import { z } from 'zod';
import { roleSchema } from '../../wire/roleSchema.ts';
import type { PerRole, Role } from '../../wire/roles.ts';
import { ICON_NAMES } from '../app/icons.ts';
import { component, label, path, roleNames, typed } from './schemaParts.ts';

/** Keys of a page: of the default export of src/pages/{name}.page.ts. */
export const pageSchema = z.strictObject({
  /** Path by role. */
  paths: typed<PerRole<string>>(z.partialRecord(roleSchema(), path)),
  /** Path for all other roles, such as '/{role}-profile'. */
  defaultPath: z
    .string()
    .regex(/^\/[\w/-]*\{role\}[\w/-]*$/, { error: 'a path with {role} in it, such as /{role}-profile' })
    .optional(),
  /** Name in the menu, the palette and the browser tab. */
  title: label,
  icon: z.enum(ICON_NAMES),
  /** Loaded on demand. */
  component: component<{ role: Role }>(),
  /**
   * Position in the menu and heading above it; `bottom` lists roles that have it at the bottom. Without `menu` the page
   * has no menu entry.
   */
  menu: z
    .strictObject({ order: z.number().optional(), group: label.optional(), bottom: roleNames.optional() })
    .optional(),
  /** First entry of the bottom bar on phones, before the role's menu. */
  bottomBar: z.boolean().optional(),
});
