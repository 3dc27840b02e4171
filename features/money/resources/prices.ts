import { choice, defineResource, manage, me, type RecordOf, read, reference } from 'portal-frame';
import { EXTRA_LABORATORIES } from '../../../src/wire/choices.ts';
import { CHARGE_KINDS, labelValues } from '../wire/moneyKinds.ts';
import { amountFields, datedAmount, listAmounts } from './datedAmount.ts';

/** Price list. A price without a laboratory or payer is for all that have none of their own. */
const prices = defineResource({
  ...datedAmount,
  name: 'prices',
  fields: {
    laboratory: reference({ to: 'laboratories', onDelete: 'keep', help: 'resources.prices.laboratoryHelp' }),
    /** A payer without an account. */
    payer: choice({ choices: EXTRA_LABORATORIES, when: { laboratory: null } }),
    kind: choice({ choices: CHARGE_KINDS, values: labelValues(CHARGE_KINDS, 'kinds'), required: true }),
    ...amountFields,
  },
  compute: { scope: ({ laboratory, payer, priority }) => `${laboratory ?? payer ?? '*'} ${priority ?? '*'}` },
  list: listAmounts('laboratory', 'payer'),
  roles: {
    admin: { list: '/prices', form: '/add-price', can: manage, except: ['import'] },
    laboratory: { list: '/laboratory-prices', can: read, where: { laboratory: me } },
  },
});

export default prices;

declare module 'portal-frame' {
  interface Collections {
    prices: RecordOf<typeof prices>;
  }
}
