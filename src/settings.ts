import { defineSettings } from 'portal-frame/app';

export default defineSettings({
  // Sections of the menu, with the lists that are not in the sidebar of spec 2.
  links: [
    {
      name: 'work',
      title: 'sections.work.title',
      hint: 'sections.work.hint',
      resources: ['appointments', 'archive'],
    },
    {
      name: 'people',
      title: 'sections.people.title',
      hint: 'sections.people.hint',
      resources: [...(['employees', 'laboratories'] as const)],
    },
    {
      name: 'money',
      title: 'sections.money.title',
      hint: 'sections.money.hint',
      resources: ['transactions'],
    },
    {
      name: 'catalogue',
      title: 'sections.catalogue.title',
      hint: 'sections.catalogue.hint',
      resources: [],
    },
    {
      name: 'security',
      title: 'nav.settings',
      hint: 'sections.security.hint',
      pages: ['/settings'],
      resources: ['admins'],
    },
  ],
  sections: [{ name: 'business', roles: ['admin'], component: () => import('./pages/settings/BusinessProfile.tsx') }],
});
