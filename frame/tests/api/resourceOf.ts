import { type AnyResource, defineResource } from '../../config/resource.ts';
import type { Fields } from '../../fields/kind.ts';

/** A resource with these fields, all of them in its list and its form. */
export const resourceOf = (name: string, fields: Fields, more: object = {}): AnyResource =>
  defineResource({
    name,
    icon: 'inventory',
    fields,
    list: { columns: Object.keys(fields).slice(0, 1) },
    create: { groups: [{ label: 'All', fields: Object.keys(fields) }] },
    roles: { admin: { can: ['list', 'create', 'edit'] } },
    ...more,
  } as unknown as AnyResource);
