/** The roles of the specification, whatever further ones src/roles.ts may have. */
export const ROLES = ['admin', 'employee', 'laboratory'] as const;
export type Role = (typeof ROLES)[number];
