import { choice, defineResource, manage, me, number, read, reference } from 'portal-frame';
import { labelValues, PAY_KINDS } from '../wire/moneyKinds.ts';
import prices from './prices.ts';

/** A rate has the amount, validity and uniqueness of a price. */
const { priority, amount, from, to, scope } = prices.fields;

/** Rates of pay. A rate without an employee is for all that have none of their own. */
export default defineResource({
  name: 'payRates',
  icon: 'payments',
  order: false,
  feature: 'money',
  title: '{kind} {from}',
  fields: {
    employee: reference({ to: 'employees', onDelete: 'keep', help: 'resources.payRates.employeeHelp' }),
    kind: choice({ choices: PAY_KINDS, values: labelValues(PAY_KINDS, 'kinds'), required: true }),
    ...{ priority, amount },
    limit: number({
      required: true,
      min: 0,
      max: 1000,
      when: { kind: 'cancelledLate' },
      help: 'resources.prices.limitHelp',
    }),
    ...{ from, to, scope },
  },
  compute: { scope: ({ employee, priority }) => `${employee ?? '*'} ${priority ?? '*'}` },
  rules: { noOverlap: { by: ['kind', 'scope'], from: 'from', to: 'to' } },
  validate: ({ from, to }) => (from && to && to < from ? { to: 'money.endsEarly' } : {}),
  history: true,
  list: {
    columns: ['kind', 'employee', 'priority', 'amount', 'from', 'to'],
    filters: ['employee', 'kind'],
    sortable: ['from', 'amount'],
    sort: { field: 'from', order: 'DESC' },
  },
  roles: {
    admin: { list: '/pay-rates', form: '/add-pay-rate', can: manage, except: ['import'] },
    employee: { list: '/employee-pay-rates', can: read, where: { employee: me } },
  },
});
