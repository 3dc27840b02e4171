import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { useTranslate } from 'ra-core';
import { hasFeature } from '../authProvider/session.ts';
import { dollars } from '../fields/number.ts';
import { ListError } from '../views/ListStates.tsx';
import { useCall } from '../views/useCall.ts';
import type { Role } from '../wire/call.ts';
import { MOST_TOLD, overviewCalls, readOverview, type Overview as Told } from '../wire/overview.ts';
import { OpenReports } from './OpenReports.tsx';
import { Section } from './Section.tsx';
import { type Stat, StatCards } from './StatCards.tsx';
import { TodayProgress } from './TodayProgress.tsx';

const stats: readonly Stat[] = [
  {
    ...{ name: 'unassigned', label: 'dashboard.unassigned', icon: 'person', warns: true },
    list: { resource: 'appointments', filter: { tab: 'unassigned' } },
  },
  {
    ...{ name: 'late', label: 'dashboard.late', icon: 'schedule', warns: true, most: MOST_TOLD },
    list: { resource: 'appointments', filter: { tab: 'late' } },
  },
  {
    ...{ name: 'open', label: 'dashboard.openPayments', icon: 'payments', most: MOST_TOLD, noted: true },
    list: { resource: 'transactions', filter: { status: 'Pending' } },
  },
  {
    ...{ name: 'earned', label: 'dashboard.earnedMonth', icon: 'star', money: true, noted: true },
    list: { resource: 'transactions', filter: { status: 'Completed' } },
  },
];

/** What needs doing, and how far today is: each figure leads to its list. */
export function Overview({ role }: { role: Role }) {
  const t = useTranslate();
  const { overview: call } = overviewCalls;
  const { data, error, refetch } = useCall(
    ['appointments', 'overview', 'transactions', 'employees'],
    call,
    readOverview,
  );
  return (
    <Section title={t('dashboard.needsDoing')}>
      {error && !data ? (
        <Card>
          <ListError message={error.message} onRetry={refetch} />
        </Card>
      ) : (
        <Box
          sx={{ display: 'grid', gap: { xs: 1, sm: 2 }, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '1fr 1fr' } }}
        >
          <StatCards
            role={role}
            stats={stats}
            columns={2}
            figures={data && figuresOf(data)}
            notes={data && notesOf(data, t)}
          />
          <TodayProgress role={role} data={data} />
        </Box>
      )}
      {hasFeature('visitReports') && <OpenReports role={role} />}
    </Section>
  );
}

const figuresOf = ({ unassigned, late, open, earnings }: Told) => ({
  ...{ unassigned, late, open: open.count, earned: earnings.month },
});

/** What stands under a figure. The amount of more payments than are counted is not known. */
const notesOf = ({ open, earnings }: Told, t: ReturnType<typeof useTranslate>) => ({
  open: open.count > 0 && open.count < MOST_TOLD ? dollars(open.amount) : '',
  earned: t('dashboard.lastMonth', { amount: dollars(earnings.before) }),
});
