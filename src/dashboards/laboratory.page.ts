import { definePage } from '../../frame/config/page.ts';

export default definePage({
  paths: { laboratory: '/laboratory-dashboard' },
  title: 'nav.dashboard',
  icon: 'dashboard',
  component: () => import('./LaboratoryDashboard.tsx'),
  menu: { order: 0 },
});
