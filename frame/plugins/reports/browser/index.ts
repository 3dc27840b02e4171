import { defineBrowserPlugin } from 'portal-frame/plugin';
import { reports } from '../plugin.ts';

export type * from '../reportConfig.ts';
export default defineBrowserPlugin(reports, {
  screen: () => import('./ReportsView.tsx'),
  listHead: { isOffered: ({ list }) => list.totals !== undefined, component: () => import('./ListTotals.tsx') },
  dashboardItem: {
    isOffered: (role, resources) =>
      resources.some(({ reports: all = {} }) => Object.values(all).some(({ dashboard }) => dashboard?.includes(role))),
    component: () => import('./DashboardReports.tsx'),
  },
});
