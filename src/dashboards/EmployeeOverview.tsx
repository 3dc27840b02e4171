import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { useTranslate } from 'ra-core';
import { todayIn } from '../fields/date.ts';
import { useTeller } from '../fields/parts/tell.ts';
import { ListError } from '../views/ListStates.tsx';
import { useCall } from '../views/useCall.ts';
import type { Role } from '../wire/call.ts';
import { MOST_TOLD, overviewCalls } from '../wire/overview.ts';
import { asNumber, asObject } from '../wire/values.ts';
import { MyDay } from './MyDay.tsx';
import { Section } from './Section.tsx';
import { type Figures, type Stat, StatCards } from './StatCards.tsx';

/** The day before one, as YYYY-MM-DD. */
const dayBefore = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

const statsUntil = (to: string): Stat[] => [
  {
    ...{ name: 'uncollected', label: 'dashboard.uncollected', icon: 'schedule', warns: true, most: MOST_TOLD },
    list: { resource: 'appointments', filter: { status: 'Pending', to } },
  },
  {
    ...{ name: 'untracked', label: 'dashboard.untracked', icon: 'description', warns: true, most: MOST_TOLD },
    list: { resource: 'appointments', filter: { status: 'Completed', tracking: false, to } },
  },
];

/** What an employee has to see to: today's visits, and what was left behind before today. */
export function EmployeeOverview({ role }: { role: Role }) {
  const t = useTranslate();
  const { timeZone } = useTeller();
  const { data, error, refetch } = useCall(
    ['appointments', 'overview', role],
    overviewCalls.employeeOverview,
    readFigures,
  );
  return (
    <Section title={t('dashboard.needsDoing')}>
      <Box
        sx={{ display: 'grid', gap: { xs: 1, sm: 2 }, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '1fr 1fr' } }}
      >
        <MyDay role={role} />
        {error && !data ? (
          <Card>
            <ListError message={error.message} onRetry={refetch} />
          </Card>
        ) : (
          <StatCards role={role} stats={statsUntil(dayBefore(todayIn(timeZone)))} columns={2} figures={data} />
        )}
      </Box>
    </Section>
  );
}

function readFigures(data: unknown): Figures {
  const { uncollected, untracked } = asObject(data);
  return { uncollected: asNumber(uncollected), untracked: asNumber(untracked) };
}
