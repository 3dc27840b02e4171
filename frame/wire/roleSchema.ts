import { z } from 'zod';
import { ROLES, type Role } from './roles.ts';

/** One of the app's roles, which are registered once this checks something. */
export const roleSchema = (error?: string) => z.lazy(() => z.enum(ROLES as [Role, ...Role[]], error));
