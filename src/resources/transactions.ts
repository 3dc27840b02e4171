import { defineResource } from '../config/resource.ts';
import { choice, dateTime, masked, money, text } from '../fields/index.ts';
import { transactionsApi } from '../wire/transactions.ts';
import { TRANSACTION_STATUSES } from '../wire/values.ts';

/** What patients pay (spec 2, 3); shown at /payments. */
export default defineResource({
  name: 'transactions',
  icon: 'payments',
  order: 40,
  fields: {
    patientName: text({ required: true }),
    accountNumber: masked(),
    dateAndTime: dateTime(),
    amount: money(),
    status: choice({ choices: TRANSACTION_STATUSES, chip: true, required: true }),
  },
  list: {
    columns: [
      { field: 'patientName', under: ['accountNumber'] },
      'accountNumber',
      'dateAndTime',
      'amount',
      { field: 'status', action: 'setStatus' },
    ],
    filters: ['status', { field: 'dateAndTime', name: 'day' }],
    search: ['patientName'],
    sortable: ['dateAndTime', 'patientName', 'amount'],
    sort: { field: 'dateAndTime', order: 'DESC' },
    empty: 'resources.transactions.empty',
    component: () => import('../pages/Payments.tsx'),
  },
  actions: { setStatus: { field: 'status', in: 'row', success: 'toasts.transactionUpdated' } },
  roles: { admin: { list: '/payments', can: ['list', 'export', 'setStatus'] } },
  api: transactionsApi,
});
