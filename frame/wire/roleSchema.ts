import { z } from 'zod';
import { ROLES, type Role } from './roles.ts';

/** Schema of a role. Lazy, because roles are registered later. */
export const roleSchema = (error?: string) => z.lazy(() => z.enum(ROLES as [Role, ...Role[]], error));
