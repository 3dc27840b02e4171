import { definePage } from 'portal-frame';

export default definePage({
  paths: { employee: '/employee-dashboard' },
  title: 'nav.dashboard',
  icon: 'dashboard',
  component: () => import('./EmployeeDashboard.tsx'),
  menu: { order: 0 },
});
