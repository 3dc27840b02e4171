import type { Role } from '../../wire/call.ts';

/** Who calls. */
export interface Account {
  id: string;
  role: Role;
  sessionId: string;
  /** When this person last proved again who they are, in this session (ms); 0 for never. */
  reauthenticatedAt: number;
  /** Whether the call comes from a portal of another site, one of CORS_ORIGINS. */
  elsewhere?: boolean;
}
