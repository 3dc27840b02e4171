import type { Call } from 'portal-frame';
import { resolveCall } from 'portal-frame/internal';
import { createRoles } from 'portal-frame/roles';
import { roles } from '../src/roles.ts';

/** The roles of the specification, whatever further ones src/roles.ts may have. */
export const ROLES = ['admin', 'employee', 'laboratory'] as const;
export type Role = (typeof ROLES)[number];

/** Returns a call with the names of its roles in the portal. */
export const resolved = (call: Call) => resolveCall(call, createRoles(roles));
