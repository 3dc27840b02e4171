import { lazy, Suspense } from 'react';
import { resources } from '../../config/registry.ts';
import { mayReadReport } from '../../config/reports.ts';
import type { Role } from '../../wire/roles.ts';

const ReportGrid = lazy(() => import('./ReportGrid.tsx'));

/**
 * The reports that configs put on a role's dashboard (`dashboard: ['admin']`); nothing where there are none.
 * @example <DashboardReports role={role} />
 */
export function DashboardReports({ role }: { role: Role }) {
  const found = resources.flatMap((resource) =>
    Object.entries(resource.reports ?? {})
      .filter(([, report]) => report.dashboard?.includes(role) && mayReadReport(resource, role, report))
      .map(([name, report]) => ({ resource, name, report })),
  );
  if (found.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <ReportGrid reports={found} />
    </Suspense>
  );
}
