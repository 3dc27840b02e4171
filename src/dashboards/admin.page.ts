import { definePage } from 'portal-frame';

export default definePage({
  paths: { admin: '/dashboard' },
  title: 'nav.dashboard',
  icon: 'dashboard',
  component: () => import('./AdminDashboard.tsx'),
  menu: { order: 0 },
});
