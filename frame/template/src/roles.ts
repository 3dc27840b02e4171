import { defineRoles } from 'portal-frame/roles';

/** The kinds of signed-in people. The one who `manages` is made at the first start. */
export const roles = defineRoles({
  admin: { label: 'Admin', home: '/notes', manages: true },
});

declare module 'portal-frame/roles' {
  interface Register {
    role: keyof typeof roles;
  }
}
