import { date, defineResource, manage, me, type RecordOf, reference, text } from 'portal-frame';

/** Proof of an employee's skill, such as a license. */
const credentials = defineResource({
  name: 'credentials',
  icon: 'description',
  order: false,
  feature: 'plan',
  fields: {
    employee: reference({ to: 'employees', required: true, onDelete: 'delete', example: 'EMP-1001' }),
    skill: reference({ to: 'skills', required: true, onDelete: 'delete', example: 'Pediatric draws' }),
    number: text({ most: 80 }),
    expiresOn: date({ help: 'resources.credentials.expiresHelp', example: '2027-06-30' }),
  },
  history: true,
  list: {
    columns: ['employee', 'skill', 'number', 'expiresOn'],
    filters: ['employee', 'skill', { field: 'expiresOn', name: 'expiresBy', operator: 'lte' }],
    sortable: ['expiresOn'],
    sort: { field: 'expiresOn', order: 'ASC' },
  },
  title: '{skill}',
  roles: {
    admin: { list: '/credentials', form: '/add-credential', can: manage },
    employee: { list: '/employee-credentials', can: ['list', 'show'], where: { employee: me } },
  },
});

export default credentials;

declare module 'portal-frame' {
  interface Collections {
    credentials: RecordOf<typeof credentials>;
  }
}
