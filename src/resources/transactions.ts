import { choice, dateTime, defineResource, masked, money, text, type ValueContext } from 'portal-frame';
import { TRANSACTION_STATUSES } from '../wire/choices.ts';
import { transactionsApi } from '../wire/transactionApi.ts';

const read = ['admin'] as const;
/** Earnings count in the month of completion. */
const dateCompleted = ({ values, now }: ValueContext) => (values.status === 'Completed' ? values.dateAndTime : now);

/** Payments of patients (spec 2, 3), shown at /payments. */
export default defineResource({
  name: 'transactions',
  icon: 'payments',
  order: 40,
  fields: {
    patientName: text({ required: true, read }),
    accountNumber: masked({ read }),
    dateAndTime: dateTime({ read }),
    amount: money({ read }),
    status: choice({
      choices: TRANSACTION_STATUSES,
      values: { Pending: { tone: 'default', icon: 'clock' } },
      chip: true,
      required: true,
      read,
    }),
  },
  list: {
    columns: [
      { field: 'patientName', secondary: ['accountNumber'] },
      'accountNumber',
      'dateAndTime',
      'amount',
      { field: 'status', action: 'setStatus' },
    ],
    filters: ['status', { field: 'dateAndTime', name: 'day' }],
    search: ['patientName'],
    sortable: ['dateAndTime', 'patientName', 'amount'],
    sort: { field: 'dateAndTime', order: 'DESC' },
    component: () => import('../pages/Payments.tsx'),
  },
  actions: { setStatus: { field: 'status', placement: 'row', success: 'toasts.transactionUpdated' } },
  states: {
    field: 'status',
    start: 'Pending',
    transitions: {
      complete: { from: TRANSACTION_STATUSES, to: 'Completed', values: { dateAndTime: dateCompleted } },
      reopen: { from: TRANSACTION_STATUSES, to: 'Pending' },
      deny: { from: TRANSACTION_STATUSES, to: 'Denied' },
    },
  },
  roles: { admin: { list: '/payments', can: ['list', 'export', 'setStatus', 'complete', 'reopen', 'deny'] } },
  api: transactionsApi,
  table: { name: 'transactions', columns: { amount: 'amount_cents' } },
});
