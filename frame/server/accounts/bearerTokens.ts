import type { Account } from '../base/requestAccount.ts';
import type { ServerParts } from '../parts.ts';
import type { Services } from '../services.ts';

type BearerServices = Pick<Services, 'config' | 'db'>;

/** Tokens of a plug-in, with which programs make calls without a session. */
export interface BearerTokens {
  /** Start of the tokens and of the session ids of their accounts, such as `key_`. */
  prefix: string;
  /** Finds the account and the last use (ms since 1970) of a token. Undefined for an invalid one. */
  identify(services: BearerServices, token: string): Promise<{ account: Account; usedAt: number | null } | undefined>;
  /** Counts a request and saves the use. Throws an HttpError (429) beyond a limit. */
  recordUse(services: BearerServices, account: Account, usedAt: number | null): Promise<unknown> | undefined;
  /** True as long as the token of this session id is valid. Signed file URLs name it. */
  isLive(services: BearerServices, sessionId: string): Promise<boolean>;
}

/** Finds the plug-in's tokens to which a token or a session id belongs; undefined for those of sessions. */
export const findBearerTokens = ({ plugins = [] }: ServerParts, token: string): BearerTokens | undefined =>
  plugins.find(({ bearer }) => bearer && token.startsWith(bearer.prefix))?.bearer;
