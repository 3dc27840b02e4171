import { choice, dateTime, defineResource, number, read, text } from 'portal-frame';
import { ACTIVITY_OPERATIONS } from 'portal-frame/calls';
import { AUDIT_RESOURCES, AUDIT_ROWS, auditApi } from 'portal-frame/plugins/audit/wire';
import { roles } from '../../../src/roles.ts';
import { ACTIVITY_RESOURCES } from '../../../src/wire/activityResources.ts';

export default defineResource({
  name: 'audit',
  icon: 'description',
  order: false,
  menu: { list: 'choices.audit' },
  fields: {
    at: dateTime({ required: true, seconds: true }),
    name: text(),
    role: choice({ choices: Object.keys(roles) }),
    operation: choice({ choices: ACTIVITY_OPERATIONS, required: true }),
    resource: choice({ choices: [...ACTIVITY_RESOURCES, ...AUDIT_RESOURCES], required: true }),
    recordId: text(),
    record: text(),
    portal: choice({ choices: ['shown'] }),
    session: text(),
    address: text(),
    action: text(),
    fields: text(),
    filters: text(),
    count: number(),
    asked: choice({ choices: ACTIVITY_OPERATIONS }),
    code: number(),
  },
  list: {
    columns: [
      'at',
      { field: 'name', secondary: ['address'] },
      'operation',
      { field: 'resource', secondary: ['record'] },
      'record',
      'address',
    ],
    filters: [
      'name',
      'recordId',
      'operation',
      'resource',
      { field: 'at', name: 'day' },
      { field: 'portal', emptyText: 'resources.audit.hidden' },
    ],
    perPage: AUDIT_ROWS,
  },
  title: '{operation}',
  show: {
    subtitle: ['name', 'at'],
    groups: {
      who: ['name', 'role', 'at', 'address'],
      what: [
        'operation',
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
  },
  roles: { admin: { list: '/audit', can: read } },
  api: auditApi(['admin']),
});
