import type { Role } from '../../roles.ts';

const ADMIN =
  'dashboard add-appointment appointments add-employee employees add-laboratory laboratories payments archive';
const SHARED = 'settings notifications profile';
const PATHS: Record<Role, string> = {
  admin: `${ADMIN} ${SHARED}`,
  employee: `dashboard appointments archive run-sheet ${SHARED}`,
  laboratory: `dashboard add-appointment appointments archive ${SHARED}`,
};

export const menuPathsOf = (role: Role): string[] =>
  PATHS[role].split(' ').map((name) => (role === 'admin' ? `/${name}` : `/${role}-${name}`));
