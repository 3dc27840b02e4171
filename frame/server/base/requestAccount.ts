import type { Role } from '../../wire/call.ts';
import type { ApiKeyScope } from '../../wire/calls/apiKeyCalls.ts';

export interface Account {
  id: string;
  role: Role;
  sessionId: string;
  /** Last time the person proved their identity again in this session (ms since 1970); 0 for never. */
  reauthenticatedAt: number;
  /** True if the call comes from a portal on another site, one of CORS_ORIGINS. */
  isCrossOrigin?: boolean;
  /** The API key that acts for the account, if it is no person. */
  key?: { id: string; name: string; scope: ApiKeyScope };
}
