import { dollars } from '../../frame/fields/number.ts';
import { type Overview as AdminOverview, MOST_COUNTED, overviewCalls, readOverview } from '../wire/overview.ts';
import type { OverviewConfig } from './Overview.tsx';
import type { Stat } from './StatCards.tsx';

const stats: readonly Stat[] = [
  {
    ...{ name: 'unassigned', label: 'dashboard.unassigned', icon: 'person', warns: true },
    list: { resource: 'appointments', filter: { tab: 'unassigned' } },
  },
  {
    ...{ name: 'late', label: 'dashboard.late', icon: 'schedule', warns: true, most: MOST_COUNTED },
    list: { resource: 'appointments', filter: { tab: 'late' } },
  },
  {
    ...{ name: 'open', label: 'dashboard.openPayments', icon: 'payments', most: MOST_COUNTED, noted: true },
    list: { resource: 'transactions', filter: { status: 'Pending' } },
  },
  {
    ...{ name: 'earned', label: 'dashboard.earnedMonth', icon: 'star', money: true, noted: true },
    list: { resource: 'transactions', filter: { status: 'Completed' } },
  },
];

/** Visits and payments to see to, and the data of today's progress. */
export const adminOverview: OverviewConfig<AdminOverview> = {
  call: overviewCalls.overview,
  counts: ['transactions', 'employees'],
  read: readOverview,
  stats: () => stats,
  columns: 4,
  figures: ({ unassigned, late, open, earnings }) => ({
    ...{ unassigned, late, open: open.count, earned: earnings.month },
  }),
  // The amount of more payments than are counted is not known.
  notes: ({ open, earnings }, { t }) => ({
    open: open.count > 0 && open.count < MOST_COUNTED ? dollars(open.amount) : '',
    earned: t('dashboard.lastMonth', { amount: dollars(earnings.before) }),
  }),
  place: 'above',
};
