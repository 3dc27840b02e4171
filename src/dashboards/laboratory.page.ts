import { definePage } from 'portal-frame';

export default definePage({
  paths: { laboratory: '/laboratory-dashboard' },
  title: 'nav.dashboard',
  icon: 'dashboard',
  component: () => import('./LaboratoryDashboard.tsx'),
  menu: { order: 0 },
});
