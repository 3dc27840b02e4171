import { Box } from '@mui/material';
import type { Role } from 'portal-frame';
import { hasFeature } from 'portal-frame/browser';
import type { DashboardPart } from '../../../src/dashboards/dashboardParts.ts';
import type { Figures } from '../../../src/dashboards/StatCards.tsx';
import { OpenReports } from '../../runSheet/browser/OpenReports.tsx';
import { adminOverview } from './adminOpenWork.ts';
import { EmployeesToday } from './EmployeesToday.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { Overview } from './OpenWork.tsx';

/** A portal with this many visits has no need of first steps. */
const MAX_FIRST_VISITS = 20;

/** Side by side if there is room. */
const DAY_GRID = {
  display: 'grid',
  gap: { xs: 1, sm: 2 },
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 24rem), 1fr))',
};

/** First steps in a new portal, open work, and the day of the employees with their reports. */
function Top({ role, figures }: { role: Role; figures: Figures | undefined }) {
  const visits = figures?.totalAppointments ?? MAX_FIRST_VISITS;
  return (
    <>
      {visits < MAX_FIRST_VISITS && <FirstSteps role={role} />}
      <Overview role={role} config={adminOverview}>
        <Box sx={DAY_GRID}>
          <EmployeesToday role={role} />
          {hasFeature('visitReports') && <OpenReports role={role} />}
        </Box>
      </Overview>
    </>
  );
}

export default { feature: 'overview', Top } satisfies DashboardPart;
