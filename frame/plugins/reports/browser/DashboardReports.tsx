import type { Role } from 'portal-frame';
import { resources } from 'portal-frame/browser/plugins';
import { listDashboardReports } from '../reportConfig.ts';
import ReportGrid from './ReportGrid.tsx';

/** Renders the reports that configs put on a role's dashboard (`dashboard: ['admin']`). */
export default function DashboardReports({ role }: { role: Role }) {
  return <ReportGrid reports={listDashboardReports(resources, role)} />;
}
