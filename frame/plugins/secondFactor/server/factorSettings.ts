import type { Role } from 'portal-frame';
import type { Config } from 'portal-frame/server';
import { getSchemaApp, listVariable } from 'portal-frame/server/plugins';
import { roleSchema } from 'portal-frame/wire';
import { z } from 'zod';

declare module 'portal-frame/server' {
  interface AppConfig {
    /** Roles that require a second factor. */
    secondFactor?: Role[] | undefined;
  }
}

export const factorSettings = z.object({
  SECOND_FACTOR: listVariable.pipe(
    z.array(roleSchema(), { error: () => `a list of ${getSchemaApp().roles.names.join(', ')}` }),
  ),
});

export const requiresFactor = ({ secondFactor = [] }: Pick<Config, 'secondFactor'>, role: Role): boolean =>
  secondFactor.includes(role);
