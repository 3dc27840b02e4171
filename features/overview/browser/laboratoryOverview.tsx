import type { Role } from 'portal-frame';
import { addDays } from 'portal-frame/wire';
import type { DashboardPart } from '../../../src/dashboards/dashboardParts.ts';
import { getListPath } from '../../../src/dashboards/StatCards.tsx';
import { ProgressBar } from '../../runSheet/browser/ProgressBar.tsx';
import { type LaboratoryOverview, overviewCalls, readLaboratoryOverview } from '../wire/overviewApi.ts';
import { DayCard } from './DayProgress.tsx';
import { type DayPartProps, Overview, type OverviewConfig } from './OpenWork.tsx';
import { getOverdueStat } from './overdueStat.ts';

/** First and last day of the month of `day` (YYYY-MM-DD). */
function getMonthRange(day: string): { from: string; to: string } {
  const from = `${day.slice(0, 8)}01`;
  const next = `${addDays(from, 31).slice(0, 8)}01`;
  return { from, to: addDays(next, -1) };
}

function TodayPart({ role, today, data }: DayPartProps<LaboratoryOverview>) {
  const to = getListPath({ resource: 'appointments', filter: { appointmentDate: today } }, role) ?? '';
  return (
    <DayCard to={to} day={data?.today}>
      <ProgressBar day={data?.today} />
    </DayCard>
  );
}

const laboratoryOverview: OverviewConfig<LaboratoryOverview> = {
  call: overviewCalls.laboratoryOverview,
  read: readLaboratoryOverview,
  stats: (today) => [
    {
      ...{ name: 'unassigned', label: 'dashboard.waiting', icon: 'person', isWarning: true },
      list: { resource: 'appointments', filter: { status: 'Pending', assigned: false } },
    },
    getOverdueStat(today),
    {
      ...{ name: 'completed', label: 'dashboard.completedMonth', icon: 'science', hasNote: true },
      list: { resource: 'appointments', filter: { status: 'Completed', ...getMonthRange(today) } },
    },
  ],
  columns: 3,
  figures: ({ unassigned, uncollected, completed }) => ({ unassigned, uncollected, completed: completed.month }),
  notes: ({ completed: { before } }, { t, locale }) => ({
    completed: before === null ? '' : t('dashboard.lastMonth', { amount: before.toLocaleString(locale) }),
  }),
  layout: 'above',
  DayPart: TodayPart,
};

/** Progress of the day, waiting and late visits, and those of the month. */
const Top = ({ role }: { role: Role }) => <Overview role={role} config={laboratoryOverview} />;

export default { feature: 'overview', Top } satisfies DashboardPart;
