import { defineRoles } from 'portal-frame/roles';
import { RUN_SHEET_PATH } from './screenPaths.ts';

export const roles = defineRoles({
  admin: { home: '/dashboard', manages: true, reset: { order: 1 } },
  employee: {
    home: '/employee-dashboard',
    // Phones start with the run sheet, which also works offline.
    phoneHome: { path: RUN_SHEET_PATH, feature: 'visitReports' },
    logout: { path: '/employee-logout' },
    reset: { order: 3, preset: true },
  },
  laboratory: {
    home: '/laboratory-dashboard',
    logout: { path: '/laboratory-logout', inMenu: true },
    reset: { order: 2 },
  },
});

declare module 'portal-frame/roles' {
  interface Register {
    role: keyof typeof roles;
  }
}
