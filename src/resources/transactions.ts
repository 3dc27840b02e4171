import {
  choice,
  dateTime,
  defineResource,
  masked,
  money,
  reference,
  text,
  toggle,
  type ValueContext,
} from 'portal-frame';
import { TRANSACTION_STATUSES } from '../wire/choices.ts';
import { transactionsApi } from '../wire/transactionApi.ts';

const read = ['admin'] as const;
/** Earnings count in the month of completion. */
const dateCompleted = ({ values, now }: ValueContext) => (values.status === 'Completed' ? values.dateAndTime : now);
/** A status that an admin sets does not follow the visit's any more. */
const setByAdmin = { beforeVisit: null };

/** Payments of patients (spec 2, 3), shown at /payments. */
export default defineResource({
  name: 'transactions',
  icon: 'payments',
  order: 40,
  fields: {
    /** Empty after the deletion of the patient's data. */
    patientName: text({ personal: true, read }),
    accountNumber: masked({ personal: true, read }),
    /** The creation, or the completion of a completed payment. */
    dateAndTime: dateTime({ read }),
    amount: money({ read }),
    status: choice({
      choices: TRANSACTION_STATUSES,
      values: { Pending: { tone: 'default', icon: 'clock' } },
      chip: true,
      required: true,
      read,
    }),
    /** It is open, and its visit is over. */
    due: toggle({ readOnly: true, read }),
    appointment: reference({ to: 'appointments', read: [] }),
    /** The status before it followed the visit's; else empty. */
    beforeVisit: choice({ choices: TRANSACTION_STATUSES, read: [] }),
    createdAt: dateTime({ read: [] }),
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
      complete: {
        from: TRANSACTION_STATUSES,
        to: 'Completed',
        values: { ...setByAdmin, dateAndTime: dateCompleted },
      },
      reopen: { from: TRANSACTION_STATUSES, to: 'Pending', values: setByAdmin },
      deny: { from: TRANSACTION_STATUSES, to: 'Denied', values: setByAdmin },
    },
  },
  roles: { admin: { list: '/payments', can: ['list', 'export', 'setStatus', 'complete', 'reopen', 'deny'] } },
  api: transactionsApi,
  table: {
    name: 'transactions',
    columns: { amount: 'amount_cents', appointment: 'appointment_id', due: null },
    sortKeyColumns: { patientName: 'patient_key' },
    emptyTexts: ['patientName', 'accountNumber'],
    writable: true,
    served: true,
  },
});
