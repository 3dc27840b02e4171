import { definePage } from 'portal-frame';

export default definePage({
  paths: { admin: '/profile', employee: '/employee-profile', laboratory: '/laboratory-profile' },
  title: 'nav.profile',
  icon: 'person',
  component: () => import('../../frame/pages/Profile.tsx'),
});
