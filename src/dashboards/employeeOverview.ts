import { addDays } from '../../frame/views/calendar/calendarDays.ts';
import { asNumber, asObject } from '../../frame/wire/values.ts';
import { MOST_COUNTED, overviewCalls } from '../wire/overview.ts';
import { MyDay } from './MyDay.tsx';
import type { OverviewConfig } from './Overview.tsx';
import { type Figures, overdueStat } from './StatCards.tsx';

/** What an employee has to see to: today's visits, and what was left behind before today. */
export const employeeOverview: OverviewConfig<Figures> = {
  call: overviewCalls.employeeOverview,
  read: (data) => {
    const { uncollected, untracked } = asObject(data);
    return { uncollected: asNumber(uncollected), untracked: asNumber(untracked) };
  },
  stats: (today) => [
    overdueStat(today),
    {
      ...{ name: 'untracked', label: 'dashboard.untracked', icon: 'description', warns: true, most: MOST_COUNTED },
      list: { resource: 'appointments', filter: { status: 'Completed', tracking: false, to: addDays(today, -1) } },
    },
  ],
  columns: 2,
  figures: (data) => data,
  place: 'beside',
  before: MyDay,
  own: true,
};
