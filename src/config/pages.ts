import type { Label, Lazy } from '../fields/kind.ts';
import type { Role } from '../wire/call.ts';
import type { IconName } from './icons.ts';

/** A screen of one role that is no resource. */
export interface PageConfig {
  path: string;
  role: Role;
  component: Lazy<{ role: Role }>;
  /** Its menu entry; without one it is reached otherwise. */
  menu?: { label: Label; icon: IconName; order: number; bottom?: boolean };
  /** What it is called, and its icon, where it has no menu entry. */
  name?: Label;
  icon?: IconName;
  /** On a phone it comes first in a bar at the bottom, with the role's menu beside it. */
  bar?: boolean;
}

const dashboards: Record<Role, Lazy<{ role: Role }>> = {
  admin: () => import('../dashboards/AdminDashboard.tsx'),
  employee: () => import('../dashboards/EmployeeDashboard.tsx'),
  laboratory: () => import('../dashboards/LaboratoryDashboard.tsx'),
};

/** Where an employee's day stands; reached from the dashboard, as the sidebar is the specification's. */
export const RUN_SHEET = '/employee-run-sheet';

/** The paths of spec 2: the admin's are bare, the others' carry the role. */
const pagesOf = (role: Role, prefix: string): PageConfig[] => [
  {
    path: `/${prefix}dashboard`,
    role,
    component: dashboards[role],
    menu: { label: 'nav.dashboard', icon: 'dashboard', order: 0 },
  },
  {
    path: `/${prefix}settings`,
    role,
    component: () => import('../pages/Settings.tsx'),
    menu: { label: 'nav.settings', icon: 'settings', order: 100, bottom: role === 'laboratory' },
  },
  {
    path: `/${prefix}profile`,
    role,
    component: () => import('../pages/Profile.tsx'),
    name: 'nav.profile',
    icon: 'person',
  },
];

export const pages: readonly PageConfig[] = [
  ...pagesOf('admin', ''),
  ...pagesOf('employee', 'employee-'),
  ...pagesOf('laboratory', 'laboratory-'),
  {
    path: RUN_SHEET,
    role: 'employee',
    component: () => import('../pages/RunSheet.tsx'),
    name: 'runSheet.title',
    icon: 'place',
    bar: true,
  },
];
