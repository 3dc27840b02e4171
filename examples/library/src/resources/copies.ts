import { choice, defineResource, manage, reference, text } from 'portal-frame';

/** Volumes of a book. */
export default defineResource({
  name: 'copies',
  icon: 'inventory',
  label: { one: 'Copy', many: 'Copies' },
  order: false,
  fields: {
    code: text({ required: true, unique: true }),
    book: reference({ to: 'books', required: true, onDelete: 'refuse' }),
    condition: choice({ choices: ['New', 'Good', 'Worn'], default: 'Good', required: true }),
    shelf: text(),
  },
  list: {
    filters: ['book', 'condition'],
    sortable: ['code', 'shelf'],
    sort: { field: 'code', order: 'ASC' },
    search: ['code', 'shelf'],
  },
  show: {
    related: [{ resource: 'loans', field: 'copy' }],
  },
  roles: {
    librarian: { can: manage, except: ['import'] },
    member: { can: ['show'] },
  },
});
