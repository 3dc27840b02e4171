import { addDays } from 'portal-frame/wire';
import type { Stat } from '../../../src/dashboards/StatCards.tsx';
import { MAX_OVERVIEW_COUNT } from '../wire/overviewApi.ts';

/** Returns the figure of late visits before `today` (YYYY-MM-DD), linked to the records that it counts. */
export const getOverdueStat = (today: string): Stat => ({
  ...{
    name: 'uncollected',
    label: 'dashboard.uncollected',
    icon: 'schedule',
    isWarning: true,
    countLimit: MAX_OVERVIEW_COUNT,
  },
  list: { resource: 'appointments', filter: { tab: 'late', to: addDays(today, -1) } },
});
