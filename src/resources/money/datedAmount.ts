import { choice, date, money, number, text, today } from 'portal-frame';
import { PRIORITIES } from '../../wire/choices.ts';
import { LIMITED_KINDS } from '../../wire/money/moneyKinds.ts';

/** Fields of prices and rates of pay: an amount that holds for days, and only once for each kind and scope. */
export const amountFields = {
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
  /** The party and the priority; `*` for all. */
  scope: text({ read: [] }),
};

export const datedAmount = {
  icon: 'payments',
  order: false,
  feature: 'money',
  title: '{kind} {from}',
  rules: { noOverlap: { by: ['kind', 'scope'], from: 'from', to: 'to' } },
  validate: ({ amount = 0, from, to }: { amount?: number | null; from?: string | null; to?: string | null }) => ({
    ...(from && to && to < from && { to: 'money.endsEarly' }),
    // The ledger counts cents. A rounded rate would pay other amounts than were agreed on.
    ...(Math.abs(Math.round((amount ?? 0) * 100) - (amount ?? 0) * 100) > 1e-6 && { amount: 'money.wholeCents' }),
  }),
  history: true,
} as const;

export const listAmounts = <P extends string>(...parties: readonly P[]) =>
  ({
    columns: ['kind', ...parties, 'priority', 'amount', 'from', 'to'],
    filters: [...parties, 'kind'],
    sortable: ['from', 'amount'],
    sort: { field: 'from', order: 'DESC' },
  }) as const;
