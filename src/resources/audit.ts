import { choice, dateTime, defineResource, number, text } from 'portal-frame';
import { AUDIT_DEEDS, AUDIT_ROWS, auditApi } from '../../frame/wire/audit.ts';
import { ROLES } from '../../frame/wire/call.ts';
import { AUDIT_RESOURCES } from '../wire/auditResources.ts';

/** Who read, made, changed, exported or deleted what; reached from the settings. */
export default defineResource({
  name: 'audit',
  icon: 'description',
  order: false,
  menu: { list: 'choices.audit' },
  fields: {
    at: dateTime({ required: true, seconds: true }),
    name: text(),
    role: choice({ choices: ROLES }),
    deed: choice({ choices: AUDIT_DEEDS, required: true }),
    resource: choice({ choices: AUDIT_RESOURCES, required: true }),
    recordId: text(),
    record: text(),
    portal: choice({ choices: ['shown'] }),
    session: text(),
    address: text(),
    action: text(),
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
      { field: 'resource', under: ['record'] },
      'record',
      'address',
    ],
    filters: [
      'name',
      'recordId',
      'deed',
      'resource',
      { field: 'at', name: 'day' },
      { field: 'portal', all: 'resources.audit.hidden' },
    ],
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
          'action',
          'resource',
          'count',
          { field: 'record', wide: true },
          { field: 'recordId', wide: true },
          { field: 'fields', wide: true },
          { field: 'filters', wide: true },
          'asked',
          'code',
          'session',
        ],
      },
    ],
  },
  roles: { admin: { list: '/audit', can: ['list', 'show', 'export'] } },
  api: auditApi(),
});
