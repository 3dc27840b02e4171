import { asNumber, asObject } from 'portal-frame';
import { addDays } from 'portal-frame/wire';
import { MAX_OVERVIEW_COUNT, overviewCalls } from '../wire/overviewApi.ts';
import type { OverviewConfig } from './OpenWork.tsx';
import { type Figures, getOverdueStat } from './StatCards.tsx';
import { MyDay } from './today/MyDay.tsx';

export const employeeOverview: OverviewConfig<Figures> = {
  call: overviewCalls.employeeOverview,
  read: (data) => {
    const { uncollected, untracked } = asObject(data);
    return { uncollected: asNumber(uncollected), untracked: asNumber(untracked) };
  },
  stats: (today) => [
    getOverdueStat(today),
    {
      ...{
        name: 'untracked',
        label: 'dashboard.untracked',
        icon: 'description',
        isWarning: true,
        countLimit: MAX_OVERVIEW_COUNT,
      },
      list: { resource: 'appointments', filter: { status: 'Completed', tracking: false, to: addDays(today, -1) } },
    },
  ],
  columns: 2,
  figures: (data) => data,
  layout: 'beside',
  DayPart: MyDay,
  hasOwnData: true,
};
