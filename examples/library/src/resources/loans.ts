import { choice, date, defineResource, manage, me, reference, text, today } from 'portal-frame';

/** Loans of volumes to members. */
export default defineResource({
  name: 'loans',
  icon: 'event',
  label: { one: 'Loan', many: 'Loans' },
  fields: {
    copy: reference({ to: 'copies', required: true, onDelete: 'refuse' }),
    book: text({ lookup: 'copy.book.title', label: 'Book' }),
    genre: choice({ lookup: 'copy.book.genre', choices: ['Novel', 'Science', 'History', 'Children'] }),
    member: reference({ to: 'members', required: true, onDelete: 'refuse' }),
    lentOn: date({ default: today, readOnly: true }),
    dueOn: date({ required: true }),
    state: choice({
      choices: ['Lent', 'Returned', 'Lost'],
      values: {
        Lent: { tone: 'info', icon: 'clock' },
        Returned: { tone: 'success', icon: 'check' },
        Lost: { tone: 'error', icon: 'urgent' },
      },
      chip: true,
      required: true,
    }),
    // Unique while the volume is out, which prevents a second loan.
    held: text({ unique: true, label: 'Volume that is out', read: [] }),
  },
  compute: { held: ({ state, copy }) => (state === 'Lent' ? copy : null) },
  states: {
    field: 'state',
    start: 'Lent',
    transitions: {
      takeBack: { label: 'Take back', from: 'Lent', to: 'Returned', bulk: true },
      reportLost: { label: 'Report as lost', question: 'Report this volume as lost?', from: 'Lent', to: 'Lost' },
    },
  },
  list: {
    columns: ['book', 'copy', 'member', 'lentOn', 'dueOn', 'state'],
    filters: ['state', 'member', 'genre', { field: 'dueOn', name: 'dueDay', operator: 'equals' }],
    sortable: ['dueOn', 'lentOn', 'book'],
    sort: { field: 'dueOn', order: 'ASC' },
    search: ['book'],
    calendar: { date: 'dueOn', title: 'book', color: 'state' },
  },
  show: {
    chips: ['state'],
  },
  validate: ({ lentOn, dueOn }) =>
    lentOn && dueOn && dueOn < lentOn ? { dueOn: 'Due is not before the day of lending.' } : {},
  reports: {
    perWeek: {
      label: 'Loans a week',
      groupBy: { field: 'lentOn', by: 'week' },
      filters: ['genre'],
      roles: ['librarian'],
    },
    byGenre: { label: 'Loans by genre', groupBy: 'genre', roles: ['librarian'], dashboard: ['librarian'] },
  },
  roles: {
    librarian: { form: '/lend', reports: '/loan-reports', can: manage, except: ['delete', 'import'] },
    member: { list: '/my-loans', can: ['list', 'show'], where: { member: me } },
  },
});
