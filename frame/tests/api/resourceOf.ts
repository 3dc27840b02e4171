import { type AnyResource, defineResource } from '../../config/resource.ts';
import type { Fields } from '../../fields/kind.ts';

/** Creates a resource whose list and form have all these fields. */
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
