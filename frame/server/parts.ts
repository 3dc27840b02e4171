import type { ProfilesConfig } from '../wire/profiles.ts';
import type { Roles } from '../wire/roles.ts';

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
