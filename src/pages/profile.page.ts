import { definePage } from '../config/page.ts';

export default definePage({
  paths: { admin: '/profile', employee: '/employee-profile', laboratory: '/laboratory-profile' },
  title: 'nav.profile',
  icon: 'person',
  component: () => import('./Profile.tsx'),
});
