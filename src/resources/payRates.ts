import { choice, defineResource, manage, me, read, reference } from 'portal-frame';
import { labelValues, PAY_KINDS } from '../wire/money/moneyKinds.ts';
import { amountFields, datedAmount, listAmounts } from './money/datedAmount.ts';

/** Rates of pay. A rate without an employee is for all that have none of their own. */
export default defineResource({
  ...datedAmount,
  name: 'payRates',
  fields: {
    employee: reference({ to: 'employees', onDelete: 'keep', help: 'resources.payRates.employeeHelp' }),
    kind: choice({ choices: PAY_KINDS, values: labelValues(PAY_KINDS, 'kinds'), required: true }),
    ...amountFields,
    limit: { ...amountFields.limit, when: { kind: 'cancelledLate' } },
  },
  compute: { scope: ({ employee, priority }) => `${employee ?? '*'} ${priority ?? '*'}` },
  list: listAmounts('employee'),
  roles: {
    admin: { list: '/pay-rates', form: '/add-pay-rate', can: manage, except: ['import'] },
    employee: { list: '/employee-pay-rates', can: read, where: { employee: me } },
  },
});
