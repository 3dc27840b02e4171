import { createRoles } from '../wire/roles.ts';
import { addPlugins } from './addPlugins.ts';
import type { ServerParts } from './parts.ts';
import './serverParts.ts';

type AppInput = Omit<ServerParts, 'roles'> & { roles: Parameters<typeof createRoles>[0] };

/**
 * Declares the app's parts: the default export of server/app.ts, which the start reads (`services.app`). The parts of
 * its plug-ins are added to them. Throws a ConfigError for plug-ins that do not fit together.
 * @example export default defineServer({ name: 'Library', roles, plugins: [metrics], calls: serveCalls(calls, handlers, activities) });
 */
export function defineServer({ roles, ...parts }: AppInput): ServerParts {
  if (!roles) throw new Error('server/app.ts: defineServer needs `roles`, the roles of src/roles.ts.');
  return addPlugins({ ...parts, roles: createRoles(roles) });
}
