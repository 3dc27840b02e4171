import { type AnyResource, choice, defineResource, masked, number, reference, text } from 'portal-frame';

/** Fields restricted by the field, by every entry that names it, or by its kind. */
export const TICKETS = defineResource({
  name: 'tickets',
  icon: 'inventory',
  fields: {
    title: text({ required: true }),
    salary: number({ read: ['admin'] }),
    remark: text(),
    account: masked(),
    verdict: choice({ choices: ['yes', 'no'], write: ['laboratory'] }),
    visit: reference({ to: 'appointments', text: '{patientName}' }),
    worker: reference({ to: 'employees', text: '{fullName}' }),
  },
  list: {
    columns: ['title', 'salary', { field: 'remark', roles: ['admin'] }, 'account', 'verdict'],
    filters: ['title', 'salary', 'verdict'],
    sortable: ['title', 'salary', 'remark', 'account'],
    sort: { field: 'title', order: 'ASC' },
    search: ['title', 'remark', 'account'],
  },
  create: {
    groups: [
      {
        label: 'Ticket',
        fields: [
          'title',
          'salary',
          { field: 'remark', roles: ['admin'] },
          { field: 'account', roles: ['admin'] },
          'verdict',
          'visit',
          'worker',
        ],
      },
    ],
  },
  roles: {
    admin: { list: '/tickets', can: ['list', 'create', 'edit', 'delete'] },
    employee: { list: '/employee-tickets', can: ['list', 'create'] },
    laboratory: { can: ['list', 'edit'] },
  },
}) as unknown as AnyResource;
