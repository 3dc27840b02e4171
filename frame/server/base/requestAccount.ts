import type { Role } from '../../wire/call.ts';

/** Limits a program below the rights of its account. */
export interface CallerScope {
  /** `read` refuses every change. */
  access: 'read' | 'write';
  /** Names of resources; empty for all that the account may use. */
  resources: readonly string[];
  /** Name of the only routes that are open (`only` of KeyAccess). The API would show what these hide. */
  only?: string | undefined;
}

export interface Account {
  id: string;
  role: Role;
  sessionId: string;
  /** Last time the person proved their identity again in this session (ms since 1970); 0 for never. */
  reauthenticatedAt: number;
  /** True if the call comes from a portal on another site, one of CORS_ORIGINS. */
  isCrossOrigin?: boolean;
  /** The key with which a program acts for the account. `refusal` is the message (i18n key) beyond its scope. */
  key?: { id: string; name: string; scope: CallerScope; refusal: string };
}
