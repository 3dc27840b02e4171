import type { ProfilesConfig } from '../wire/profiles.ts';
import { createRoles, type Roles } from '../wire/roles.ts';

/** The app's declarations for the server. serverParts.ts adds the keys, so that lower layers import no higher ones. */
export interface ServerParts {
  /** Title of the OpenAPI page and sender name of mails. */
  name: string;
  roles: Roles;
  /** Folder with src, server, dist and package.json. Default: the working directory, whose texts all apps have. */
  folder?: string;
  /** The default export of src/profiles.ts. */
  profiles?: ProfilesConfig;
}

type AppInput = Omit<ServerParts, 'roles'> & { roles: Parameters<typeof createRoles>[0] };

/**
 * Declares the app's parts: the default export of server/app.ts, which the start reads (`services.app`).
 * @example export default defineServer({ name: 'Library', roles, calls: serveCalls(calls, handlers, auditEntries) });
 */
export function defineServer({ roles, ...parts }: AppInput): ServerParts {
  if (!roles) throw new Error('server/app.ts: defineServer needs `roles`, the roles of src/roles.ts.');
  return { ...parts, roles: createRoles(roles) };
}
