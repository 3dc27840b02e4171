import { getConfiguredOrigin, isSameSecret } from 'portal-frame/server/plugins';
import { deriveKey, signText } from 'portal-frame/server/routes';
import { LINK_PATH } from '../publicPaths.ts';

/** A magic link: what it leads to, and until when it works (ms since 1970). */
export interface RecordLink {
  resource: string;
  link: string;
  recordId: string;
  expiresAt: number;
}

type LinkConfig = { tokenSecret: string; publicUrl?: string | undefined };

const NAME = /^[\w-]{1,100}$/;

const sign = (config: LinkConfig, payload: string) => signText(deriveKey(config, 'record links'), payload);

/** Returns the token of a link, signed with TOKEN_SECRET. It holds no personal data. */
export function createLinkToken(config: LinkConfig, { resource, link, recordId, expiresAt }: RecordLink): string {
  const payload = [resource, link, recordId, expiresAt.toString(36)].join('.');
  return `${payload}.${sign(config, payload)}`;
}

/** Reads a token; undefined unless this server signed it. It may have expired. */
export function readLinkToken(config: LinkConfig, token: string): RecordLink | undefined {
  const end = token.lastIndexOf('.');
  const payload = token.slice(0, Math.max(0, end));
  if (!isSameSecret(token.slice(end + 1), sign(config, payload))) return undefined;
  const [resource = '', link = '', recordId = '', expiry = ''] = payload.split('.');
  if (![resource, link, recordId].every((part) => NAME.test(part))) return undefined;
  return { resource, link, recordId, expiresAt: Number.parseInt(expiry, 36) };
}

const DAY_MS = 24 * 3_600_000;

/** Returns the address of a link that works for `days`. */
export const createLinkAddress = (
  config: LinkConfig & { port: number },
  { days, ...link }: Omit<RecordLink, 'expiresAt'> & { days: number },
): string =>
  `${getConfiguredOrigin(config)}${LINK_PATH}/${createLinkToken(config, { ...link, expiresAt: Date.now() + days * DAY_MS })}`;
