import { formatDollars } from 'portal-frame/browser';
import type { Stat } from '../../../src/dashboards/StatCards.tsx';
import {
  type Overview as AdminOverview,
  MAX_OVERVIEW_COUNT,
  overviewCalls,
  readOverview,
} from '../wire/overviewApi.ts';
import type { OverviewConfig } from './OpenWork.tsx';

const stats: readonly Stat[] = [
  {
    ...{ name: 'unassigned', label: 'dashboard.unassigned', icon: 'person', isWarning: true },
    list: { resource: 'appointments', filter: { tab: 'unassigned' } },
  },
  {
    ...{ name: 'conflicts', label: 'dashboard.conflicts', icon: 'event', isWarning: true },
    list: { resource: 'appointments', filter: { tab: 'conflicts' } },
  },
  {
    ...{ name: 'late', label: 'dashboard.late', icon: 'schedule', isWarning: true, countLimit: MAX_OVERVIEW_COUNT },
    list: { resource: 'appointments', filter: { tab: 'late' } },
  },
  {
    ...{
      name: 'open',
      label: 'dashboard.openPayments',
      icon: 'payments',
      countLimit: MAX_OVERVIEW_COUNT,
      hasNote: true,
    },
    list: { resource: 'transactions', filter: { status: 'Pending', due: true } },
  },
  {
    ...{ name: 'earned', label: 'dashboard.earnedMonth', icon: 'star', money: true, hasNote: true },
    list: { resource: 'transactions', filter: { status: 'Completed' } },
  },
];

export const adminOverview: OverviewConfig<AdminOverview> = {
  call: overviewCalls.overview,
  countedResources: ['transactions', 'employees'],
  read: readOverview,
  stats: () => stats,
  columns: 5,
  figures: ({ unassigned, conflicts, late, openPayments, earnings }) => ({
    ...{ unassigned, conflicts, late, open: openPayments.count, earned: earnings.month },
  }),
  // Beyond the count limit the amount is unknown.
  notes: ({ openPayments, earnings }, { t }) => ({
    open: [
      openPayments.count > 0 && openPayments.count < MAX_OVERVIEW_COUNT && formatDollars(openPayments.amount),
      openPayments.coming > 0 && t('dashboard.paymentsToCome', { smart_count: openPayments.coming }),
    ]
      .filter(Boolean)
      .join(' · '),
    earned: t('dashboard.lastMonth', { amount: formatDollars(earnings.before) }),
  }),
  layout: 'above',
};
