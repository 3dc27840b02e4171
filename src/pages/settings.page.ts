import { definePage } from 'portal-frame';

export default definePage({
  paths: { admin: '/settings' },
  defaultPath: '/{role}-settings',
  title: 'nav.settings',
  icon: 'settings',
  component: () => import('../../frame/pages/Settings.tsx'),
  menu: { order: 100, bottom: ['laboratory'] },
});
