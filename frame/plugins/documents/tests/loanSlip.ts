import { defineDocument } from 'portal-frame/plugins/documents/server';
import { records } from 'portal-frame/server';
import loans from './loans.ts';

interface Lent {
  item: string;
  state: string;
  deposit: number | null;
}

export const loanSlip = defineDocument(loans, {
  name: 'loan-slip',
  roles: ['admin'],
  sender: { resource: 'business', name: 'name', lines: ['address', 'phone'], logo: 'logo', expected: ['address'] },
  fileName: ({ item }) => `loan-${item}`,
  title: ({ item }) => `Loan of ${item}`,
  facts: ['reader', 'branch', { label: 'Deposit', as: 'money', value: ({ deposit }) => deposit }],
  addressees: async ({ reader }) => [{ label: 'For', lines: [reader] }],
  // All loans of the same reader.
  rows: async ({ reader }, context) =>
    (await records(context).find('loans', { where: { reader }, perPage: 1000 })).records as unknown as Lent[],
  tables: [
    {
      heading: 'By state',
      groupBy: ({ state }) => state,
      columns: [
        { label: 'State', width: 3, value: ({ state }) => state },
        { label: 'Deposits', as: 'money', sum: true, value: ({ deposit }) => deposit },
      ],
    },
    {
      heading: 'Items',
      columns: [
        { label: 'Item', width: 3, value: ({ item }) => item },
        { label: 'Deposit', as: 'money', value: ({ deposit }) => deposit },
      ],
      totals: (_loan, lent) => [{ label: 'Items', as: 'number', value: lent.length }],
    },
  ],
  notes: ({ deposit }, { money }) =>
    deposit ? [{ label: 'Deposit', lines: [`You get ${money(deposit)} back with the item.`] }] : [],
});
