import { choice, date, defineResource, longText, manage, me, money, read, reference, today } from 'portal-frame';
import { KINDS } from '../kinds.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const since = { field: 'from', name: 'since', operator: 'gte', label: 'From This Day' } as const;
const staff = ['manager', 'clerk'] as const;
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS;
const toCents = (amount: number) => Math.round(amount * 100) / 100;

/** Rentals of items. The prices of the first day stay as agreed (server/resources/rentals.ts). */
export default defineResource({
  name: 'rentals',
  icon: 'event',
  label: { one: 'Rental', many: 'Rentals' },
  title: '{item} for {customer}',
  order: 10,
  menu: { group: 'Counter' },
  fields: {
    item: reference({ to: 'items', required: true, onDelete: 'refuse' }),
    kind: choice({ lookup: 'item.tool.kind', choices: KINDS }),
    customer: reference({ to: 'customers', required: true, onDelete: 'refuse' }),
    from: date({ required: true, default: today }),
    to: date({ required: true, label: 'Last Day' }),
    value: money({ readOnly: true, label: 'New Price', read: staff }),
    perDay: money({ readOnly: true }),
    latePerDay: money({ readOnly: true }),
    price: money(),
    deposit: money({ when: { value: { gt: 300 } }, read: staff }),
    returnedOn: date({ readOnly: true }),
    lateFee: money(),
    takenUntil: date({ read: staff }),
    state: choice({
      choices: ['Reserved', 'Out', 'Returned'],
      values: { Out: { tone: 'info', icon: 'clock' }, Returned: { tone: 'success', icon: 'check' } },
      chip: true,
      required: true,
    }),
    damage: longText({ read: staff }),
  },
  compute: {
    // Both days count.
    price: ({ from, to, perDay }) => perDay && toCents((daysBetween(from, to) + 1) * perDay),
    lateFee: ({ to, returnedOn, latePerDay }) =>
      returnedOn && latePerDay !== null ? toCents(Math.max(0, daysBetween(to, returnedOn)) * latePerDay) : null,
    // An item that is back early can be rented again.
    takenUntil: ({ to, returnedOn }) => (returnedOn && returnedOn < to ? returnedOn : to),
  },
  rules: { noOverlap: { by: ['item'], from: 'from', to: 'takenUntil' } },
  validate: ({ from, to }) => (from && to && to < from ? { to: 'It ends before it begins.' } : {}),
  history: true,
  softDelete: true,
  states: {
    field: 'state',
    start: 'Reserved',
    transitions: {
      handOut: { label: 'Hand out', from: 'Reserved', to: 'Out', inputs: ['deposit'] },
      takeBack: {
        label: 'Take back',
        from: 'Out',
        to: 'Returned',
        inputs: [{ field: 'damage', required: false }],
        values: { returnedOn: today },
      },
    },
  },
  list: {
    columns: ['item', 'customer', 'from', 'to', 'price', 'state'],
    tabs: [
      { name: 'open', label: 'Open', where: { state: ['Reserved', 'Out'] } },
      { name: 'late', label: 'Late', where: { state: 'Out', to: { lt: today } } },
      { name: 'all', label: 'All' },
    ],
    filters: ['state', 'kind', 'item', 'customer', since],
    sortable: ['from', 'to', 'price'],
    sort: { field: 'from', order: 'DESC' },
    calendar: { from: 'from', to: 'to', title: 'item', color: 'state' },
  },
  show: {
    chips: ['state'],
    groups: {
      rental: { label: 'Rental', fields: ['from', 'to', 'returnedOn', 'kind', 'damage'] },
      money: { label: 'Money', fields: ['perDay', 'price', 'deposit', 'latePerDay', 'lateFee'] },
    },
  },
  create: { groups: [{ label: 'Rental', fields: ['item', 'customer', 'from', 'to'] }] },
  reports: {
    income: {
      label: 'Income by month and kind',
      measures: [{ sum: 'price' }],
      groupBy: { field: 'from', by: 'month' },
      splitBy: 'kind',
      filters: ['kind', 'since'],
      roles: ['manager'],
    },
  },
  roles: {
    manager: manage,
    clerk: { can: manage, except: ['import'], where: { 'item.branch.clerks': me } },
    customer: { can: read, where: { customer: me } },
  },
});
