import { z } from 'zod';
import type { ProfilesConfig } from './profiles.ts';
import { getPageProfiles } from './profiles.ts';
import { getPageRoles, type Role, type Roles } from './roles.ts';

/** The parts of an app that schemas of calls and configs depend on. */
export interface SchemaApp {
  roles: Roles;
  profiles?: ProfilesConfig | undefined;
}

let current: SchemaApp | undefined;

/** Returns the app whose values are checked; in a browser that of the page. */
export const getSchemaApp = (): SchemaApp => current ?? { roles: getPageRoles(), profiles: getPageProfiles() };

/** Runs synchronous work, in which schemas have the roles and profiles of this app: modules of calls serve all apps. */
export function withSchemaApp<T>(app: SchemaApp, work: () => T): T {
  const before = current;
  current = app;
  try {
    return work();
  } finally {
    current = before;
  }
}

/** Creates a schema that is made for each app on first use. */
export function perApp<S extends z.ZodType>(create: (app: SchemaApp) => S): z.ZodLazy<S> {
  const made = new WeakMap<Roles, S>();
  const get = () => {
    const app = getSchemaApp();
    const found = made.get(app.roles) ?? create(app);
    made.set(app.roles, found);
    return found;
  };
  const schema = z.lazy(get);
  // Zod would keep the first one.
  Object.defineProperty(schema._zod, 'innerType', { get });
  return schema;
}

/** Schema of a role of the app. */
export const roleSchema = (error?: string) => perApp(({ roles }) => z.enum(roles.names as [Role, ...Role[]], error));
