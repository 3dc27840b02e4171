import { choice, date, money, number, text, today } from 'portal-frame';
import { hasDecimals } from 'portal-frame/wire';
import { PRIORITIES } from '../../../src/wire/choices.ts';
import { LIMITED_KINDS } from '../wire/moneyKinds.ts';

/** Fields of prices and rates of pay: an amount that holds for days, and only once for each kind and scope. */
export const amountFields = {
  priority: choice({ choices: PRIORITIES, required: true, when: { kind: 'priority' } }),
  amount: money({ required: true, decimals: 3 }),
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
  validate: ({
    kind,
    amount,
    from,
    to,
  }: Partial<Record<'kind' | 'from' | 'to', string | null>> & { amount?: number | null }) => ({
    ...(from && to && to < from && { to: 'money.endsEarly' }),
    // Rates for miles have tenths of a cent, such as $0.725. Each line of the ledger is rounded to the cent.
    ...(kind !== 'mile' && !hasDecimals(amount ?? 0, 2) && { amount: 'validation.decimals|most:2' }),
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
