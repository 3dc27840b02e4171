import { choice, defineResource, manage, me, type RecordOf, read, reference } from 'portal-frame';
import { labelValues, PAY_KINDS } from '../wire/moneyKinds.ts';
import { amountFields, datedAmount, listAmounts } from './datedAmount.ts';

/** Rates of pay. A rate without an employee is for all that have none of their own. */
const payRates = defineResource({
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

export default payRates;

declare module 'portal-frame' {
  interface Collections {
    payRates: RecordOf<typeof payRates>;
  }
}
