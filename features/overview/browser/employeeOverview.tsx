import { useQuery } from '@tanstack/react-query';
import { asNumber, asObject, type Role } from 'portal-frame';
import { callQuery, findResource, hasFeature } from 'portal-frame/browser';
import { isResourceOffered } from 'portal-frame/browser/plugins';
import { addDays } from 'portal-frame/wire';
import { useTranslate } from 'ra-core';
import { getPayResource } from '../../../src/browserParts.ts';
import type { DashboardPart, FurtherFigures } from '../../../src/dashboards/dashboardParts.ts';
import type { Figures, Stat } from '../../../src/dashboards/StatCards.tsx';
import { MAX_OVERVIEW_COUNT, overviewCalls } from '../wire/overviewApi.ts';
import { MyDay } from './MyDay.tsx';
import { Overview, type OverviewConfig } from './OpenWork.tsx';
import { getOverdueStat } from './overdueStat.ts';

const employeeOverview: OverviewConfig<Figures> = {
  call: overviewCalls.employeeOverview,
  read: (data) => {
    const { uncollected, untracked, pay } = asObject(data);
    return { uncollected: asNumber(uncollected), untracked: asNumber(untracked), pay: asNumber(pay) };
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

/** Beside the total of fees, which is no pay. */
const payStat: Stat = {
  ...{ name: 'pay', label: 'dashboard.pay', icon: 'payments', money: true, hasNote: true },
};

/** The employee's own pay, if a feature knows it. */
function useFurtherFigures(role: Role): FurtherFigures {
  const t = useTranslate();
  const pay = findResource(getPayResource() ?? '');
  const hasPay = hasFeature('overview') && pay !== undefined && isResourceOffered(pay, role);
  const { call, read } = employeeOverview;
  const { data, isLoading } = useQuery({
    ...callQuery(['appointments', 'overview', role], call, read),
    enabled: hasPay,
  });
  return {
    stats: hasPay ? [{ ...payStat, list: { resource: pay.name } }] : [],
    notes: { pay: t('dashboard.payNote') },
    figures: isLoading ? undefined : { pay: data?.pay ?? null },
  };
}

/** Progress of the day, late visits and visits without an image. */
const Top = ({ role }: { role: Role }) => <Overview role={role} config={employeeOverview} />;

export default { feature: 'overview', Top, useFurtherFigures } satisfies DashboardPart;
