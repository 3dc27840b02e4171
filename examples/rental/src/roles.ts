import { defineRoles } from 'portal-frame/roles';

/** Clerks rent the tools of their branches, mechanics repair them, customers see their own rentals, everybody the prices. */
export const roles = defineRoles({
  manager: { label: 'Manager', home: '/rentals', manages: true },
  clerk: { label: 'Clerk', home: '/clerk-rentals' },
  mechanic: { label: 'Mechanic', home: '/mechanic-maintenance' },
  customer: { label: 'Customer', home: '/customer-rentals' },
  public: { label: 'Public', home: '/public/prices', public: true },
});

declare module 'portal-frame/roles' {
  interface Register {
    role: keyof typeof roles;
  }
}
