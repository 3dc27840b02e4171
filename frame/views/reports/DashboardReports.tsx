import { resources } from '../../config/registry.ts';
import { mayReadReport } from '../../config/reports.ts';
import { lazyComponent } from '../../parts/lazyComponent.tsx';
import type { Role } from '../../wire/roles.ts';

const ReportGrid = lazyComponent(() => import('./ReportGrid.tsx'));

/**
 * Renders the reports that configs put on a role's dashboard (`dashboard: ['admin']`), if there are any.
 * @example <DashboardReports role={role} />
 */
export function DashboardReports({ role }: { role: Role }) {
  const found = resources.flatMap((resource) =>
    Object.entries(resource.reports ?? {})
      .filter(([, report]) => report.dashboard?.includes(role) && mayReadReport(resource, role, report))
      .map(([name, report]) => ({ resource, name, report })),
  );
  if (found.length === 0) return null;
  return <ReportGrid reports={found} />;
}
