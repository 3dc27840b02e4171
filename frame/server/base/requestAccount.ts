import type { Role } from '../../wire/call.ts';

export interface Account {
  id: string;
  role: Role;
  sessionId: string;
  /** Last time the person proved their identity again in this session (ms since 1970); 0 for never. */
  reauthenticatedAt: number;
  /** True if the call comes from a portal on another site, one of CORS_ORIGINS. */
  isCrossOrigin?: boolean;
}
