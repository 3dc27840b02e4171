import { defineBrowserPlugin } from 'portal-frame/plugin';
import { money } from '../plugin.ts';

const LISTS = [
  'ledgerEntries',
  'periods',
  'invoices',
  'invoicePayments',
  'payouts',
  'payoutPayments',
  'prices',
  'payRates',
];

export default defineBrowserPlugin(money, {
  sections: {
    money: LISTS.map((add, at) => ({ add, after: LISTS[at - 1] ?? 'transactions' })),
  },
  firstSteps: [{ name: 'prices', resources: ['prices', 'payRates'] }],
  payResource: 'ledgerEntries',
});
