import { definePage } from 'portal-frame';

export default definePage({
  paths: { admin: '/settings' },
  defaultPath: '/{role}-settings',
  title: 'nav.settings',
  icon: 'settings',
  component: () => import('portal-frame/settings'),
  menu: { order: 100, bottom: ['laboratory'] },
});
