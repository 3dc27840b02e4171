import { choice, date, defineResource, manage, me, money, number, read, reference, text, today } from 'portal-frame';
import { PRIORITIES } from '../wire/choices.ts';
import { CHARGE_KINDS, LIMITED_KINDS, labelValues } from '../wire/moneyKinds.ts';

/** Price list. A price without a laboratory is for all that have none of their own (server/money/ledgerRules.ts). */
export default defineResource({
  name: 'prices',
  icon: 'payments',
  order: false,
  feature: 'money',
  title: '{kind} {from}',
  fields: {
    laboratory: reference({ to: 'laboratories', onDelete: 'keep', help: 'resources.prices.laboratoryHelp' }),
    kind: choice({ choices: CHARGE_KINDS, values: labelValues(CHARGE_KINDS, 'kinds'), required: true }),
    priority: choice({ choices: PRIORITIES, required: true, when: { kind: 'priority' } }),
    amount: money({ required: true }),
    limit: number({
      required: true,
      min: 0,
      max: 1000,
      when: { kind: LIMITED_KINDS },
      help: 'resources.prices.limitHelp',
    }),
    from: date({ required: true, default: today }),
    to: date(),
    scope: text({ read: [] }),
  },
  compute: { scope: ({ laboratory, priority }) => `${laboratory ?? '*'} ${priority ?? '*'}` },
  rules: { noOverlap: { by: ['kind', 'scope'], from: 'from', to: 'to' } },
  validate: ({ from, to }) => (from && to && to < from ? { to: 'money.endsEarly' } : {}),
  history: true,
  list: {
    columns: ['kind', 'laboratory', 'priority', 'amount', 'from', 'to'],
    filters: ['laboratory', 'kind'],
    sortable: ['from', 'amount'],
    sort: { field: 'from', order: 'DESC' },
  },
  roles: {
    admin: { list: '/prices', form: '/add-price', can: manage, except: ['import'] },
    laboratory: { list: '/laboratory-prices', can: read, where: { laboratory: me } },
  },
});
