import type { Role } from 'portal-frame';
import { lazy, Suspense } from 'react';
import { resources } from '../../frame/config/registry.ts';
import { mayReport } from '../../frame/config/reports.ts';

const ReportGrid = lazy(() => import('../../frame/views/reports/ReportGrid.tsx'));

/** The reports that configs put on a role's dashboard; nothing where there are none. */
export function Reports({ role }: { role: Role }) {
  const found = resources.flatMap((resource) =>
    Object.entries(resource.reports ?? {})
      .filter(([, report]) => report.dashboard?.includes(role) && mayReport(resource, role, report))
      .map(([name, report]) => ({ resource, name, report })),
  );
  if (found.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <ReportGrid reports={found} />
    </Suspense>
  );
}
