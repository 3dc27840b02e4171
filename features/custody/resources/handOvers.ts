import { choice, dateTime, defineResource, me, now, number, type RecordOf, read, reference, text } from 'portal-frame';

const count = () => number({ integer: true, min: 0, default: 0, readOnly: true });

/** Hand-overs of tubes from an employee to a laboratory, which scans them. */
export default defineResource({
  name: 'handOvers',
  icon: 'shipping',
  order: false,
  feature: 'custody',
  fields: {
    laboratory: reference({ to: 'laboratories', readOnly: true }),
    givenBy: reference({ to: 'employees', readOnly: true, onDelete: 'clear' }),
    givenAt: dateTime({ readOnly: true }),
    key: text({ most: 64, unique: true, readOnly: true, read: [] }),
    state: choice({
      choices: ['given', 'closed'],
      values: {
        given: { label: 'custody.states.given', tone: 'info', icon: 'clock' },
        closed: { label: 'custody.states.closed', tone: 'default', icon: 'check' },
      },
      chip: true,
    }),
    expected: count(),
    scanned: count(),
    missing: count(),
    unknown: count(),
    closedBy: reference({ to: 'laboratories', readOnly: true, onDelete: 'clear' }),
    closedAt: dateTime({ readOnly: true }),
  },
  history: true,
  states: {
    field: 'state',
    start: 'given',
    transitions: {
      close: {
        from: 'given',
        to: 'closed',
        inputs: ['scanned', 'missing', 'unknown'],
        values: { closedBy: me, closedAt: now },
        label: 'custody.states.closed',
        serverOnly: true,
      },
    },
  },
  list: {
    columns: [
      { field: 'givenBy', secondary: ['givenAt', 'laboratory'] },
      'state',
      { field: 'laboratory', roles: ['admin', 'employee'] },
      'givenAt',
      'expected',
      { field: 'missing', component: () => import('../browser/TubeCountCell.tsx') },
      { field: 'unknown', component: () => import('../browser/TubeCountCell.tsx') },
    ],
    filters: ['state', { field: 'laboratory', roles: ['admin', 'employee'] }, { field: 'givenAt', name: 'day' }],
    tabs: [
      { name: 'given', where: { state: 'given' }, label: 'custody.states.given' },
      { name: 'closed', where: { state: 'closed' }, label: 'custody.states.closed' },
      { name: 'all', label: 'resources.drawnTubes.tabs.all' },
    ],
    sortable: ['givenAt'],
    sort: { field: 'givenAt', order: 'DESC' },
  },
  show: {
    subtitle: ['laboratory'],
    chips: ['state'],
    groups: {
      scan: [{ field: 'scanned', wide: true, component: () => import('../browser/Arrival.tsx') }],
      handOver: [
        'givenBy',
        'givenAt',
        { field: 'createdAt', label: 'resources.handOvers.arrivedHere' },
        { field: 'closedBy', hideEmpty: true },
        { field: 'closedAt', hideEmpty: true },
      ],
    },
    related: [
      { resource: 'handOverTubes', field: 'handOver', columns: ['label', 'outcome'], rowLink: 'tube', perPage: 50 },
    ],
  },
  roles: {
    admin: { list: '/hand-overs', can: read },
    employee: { list: '/employee-hand-overs', can: read, where: { givenBy: me } },
    laboratory: { list: '/laboratory-hand-overs', can: read, where: { laboratory: me } },
  },
});

declare module 'portal-frame' {
  interface Collections {
    handOvers: RecordOf<typeof import('./handOvers.ts').default>;
    handOverTubes: RecordOf<typeof import('./handOverTubes.ts').default>;
  }
}
