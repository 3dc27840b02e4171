import { choice, date, defineResource, manage, me, type RecordOf, reference, text } from 'portal-frame';
import { TIME_OFF_STATES } from '../wire/planApi.ts';

const ownFields = ['from', 'to', 'reason'] as const;
const fields = [{ field: 'employee', roles: ['admin'] }, ...ownFields] as const;

/** Loads the watch once the person does something: a first screen has no changes to watch. */
const loadWatch = async () => {
  await new Promise((done) => {
    for (const name of ['pointerdown', 'keydown']) addEventListener(name, done, { once: true, passive: true });
  });
  return import('../browser/ConflictWatch.tsx');
};

/** Days on which an employee does not work. They count once an admin has approved them. */
const timeOff = defineResource({
  name: 'timeOff',
  icon: 'event',
  order: false,
  feature: 'plan',
  fields: {
    employee: reference({ to: 'employees', required: true, onDelete: 'delete', example: 'EMP-1001' }),
    from: date({ required: true, example: '2026-07-06' }),
    to: date({ required: true, example: '2026-07-10' }),
    reason: text({ most: 200 }),
    state: choice({
      choices: TIME_OFF_STATES,
      values: {
        requested: { label: 'plan.timeOff.requested', tone: 'warning', icon: 'clock' },
        approved: { label: 'plan.timeOff.approved', tone: 'success', icon: 'check' },
        refused: { label: 'plan.timeOff.refused', tone: 'error', icon: 'cancel' },
      },
      chip: true,
      required: true,
    }),
  },
  validate: ({ from, to }) => (from && to && to < from ? { to: 'plan.endsBefore' } : {}),
  history: true,
  // Stands for all planning collections: its component watches their changes.
  header: { placement: 'end', roles: ['admin'], component: loadWatch },
  states: {
    field: 'state',
    start: 'requested',
    transitions: {
      approve: { from: ['requested', 'refused'], to: 'approved', label: 'plan.timeOff.approve', bulk: true },
      refuse: { from: ['requested', 'approved'], to: 'refused', label: 'plan.timeOff.refuse', bulk: true },
    },
  },
  list: {
    columns: ['employee', 'from', 'to', 'reason', 'state'],
    filters: ['state', 'employee'],
    sortable: ['from'],
    sort: { field: 'from', order: 'DESC' },
    calendar: { from: 'from', to: 'to', title: 'employee', color: 'state' },
  },
  title: '{employee}',
  show: { chips: ['state'], groups: { days: ownFields } },
  create: { groups: { days: fields } },
  roles: {
    admin: { list: '/time-off', form: '/add-time-off', can: manage },
    employee: {
      list: '/employee-time-off',
      form: '/request-time-off',
      can: ['list', 'show', 'create'],
      where: { employee: me },
    },
  },
});

export default timeOff;

declare module 'portal-frame' {
  interface Collections {
    timeOff: RecordOf<typeof timeOff>;
  }
}
