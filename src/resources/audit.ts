import { defineResource } from '../config/resource.ts';
import { choice, dateTime, number, text } from '../fields/index.ts';
import { AUDIT_DEEDS, AUDIT_RESOURCES, AUDIT_ROWS, auditApi } from '../wire/audit.ts';
import { ROLES } from '../wire/call.ts';

/** Who read, made, changed, exported or deleted what; reached from the settings. */
export default defineResource({
  name: 'audit',
  icon: 'description',
  order: false,
  menu: { list: 'choices.audit' },
  fields: {
    at: dateTime({ required: true }),
    name: text(),
    role: choice({ choices: ROLES }),
    deed: choice({ choices: AUDIT_DEEDS, required: true }),
    resource: choice({ choices: AUDIT_RESOURCES, required: true }),
    recordId: text(),
    address: text(),
    fields: text(),
    filters: text(),
    count: number(),
    asked: choice({ choices: AUDIT_DEEDS }),
    code: number(),
  },
  list: {
    columns: [
      'at',
      { field: 'name', under: ['address'] },
      'deed',
      { field: 'resource', under: ['recordId'] },
      'recordId',
      'address',
    ],
    filters: ['name', 'deed', 'resource', 'recordId', { field: 'at', name: 'day' }],
    perPage: AUDIT_ROWS,
    empty: 'resources.audit.empty',
  },
  show: {
    title: 'deed',
    subtitle: ['name', 'at'],
    groups: [
      { label: 'resources.audit.groups.who', fields: ['name', 'role', 'at', 'address'] },
      {
        label: 'resources.audit.groups.what',
        fields: [
          'deed',
          'resource',
          'recordId',
          'count',
          { field: 'fields', wide: true },
          { field: 'filters', wide: true },
          'asked',
          'code',
        ],
      },
    ],
  },
  roles: { admin: { list: '/audit', can: ['list', 'show', 'export'] } },
  api: auditApi,
});
