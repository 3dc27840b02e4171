import { definePage } from 'portal-frame';

export default definePage({
  paths: { admin: '/profile' },
  defaultPath: '/{role}-profile',
  title: 'nav.profile',
  icon: 'person',
  component: () => import('portal-frame/profile'),
});
