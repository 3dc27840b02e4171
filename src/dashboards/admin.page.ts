import { definePage } from '../../frame/config/page.ts';

export default definePage({
  paths: { admin: '/dashboard' },
  title: 'nav.dashboard',
  icon: 'dashboard',
  component: () => import('./AdminDashboard.tsx'),
  menu: { order: 0 },
});
