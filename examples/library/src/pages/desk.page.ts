import { definePage } from 'portal-frame';

export default definePage({
  paths: { librarian: '/desk' },
  title: 'desk.title',
  icon: 'dashboard',
  component: () => import('./Desk.tsx'),
  menu: { order: 0 },
});
