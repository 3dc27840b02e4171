import { defineBrowserPlugin } from 'portal-frame/plugin';
import { overview } from '../plugin.ts';

export default defineBrowserPlugin(overview, {
  dashboardParts: {
    admin: () => import('./adminOverview.tsx'),
    employee: () => import('./employeeOverview.tsx'),
    laboratory: () => import('./laboratoryOverview.tsx'),
  },
});
