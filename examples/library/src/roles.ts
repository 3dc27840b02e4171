import { defineRoles } from 'portal-frame/roles';

/** Librarians lend. Members borrow and see their own records. */
export const roles = defineRoles({
  librarian: { label: { en: 'Librarian', es: 'Bibliotecaria' }, home: '/loans', manages: true },
  member: { label: { en: 'Member', es: 'Socia' }, home: '/my-loans' },
});

declare module 'portal-frame/roles' {
  interface Register {
    role: keyof typeof roles;
  }
}
