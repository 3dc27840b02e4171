import { type SetCookie, stringifySetCookie } from 'cookie';

interface CookieConfig {
  publicUrl?: string | undefined;
}

const isSecure = ({ publicUrl }: CookieConfig) => publicUrl?.startsWith('https:') ?? false;

/** Returns the name of a cookie: with the prefix `__Host-` if people use https. */
export const getCookieName = (config: CookieConfig, name: string): string =>
  `${isSecure(config) ? '__Host-' : ''}${name}`;

/** Creates a cookie of this host for all paths, and for https only if people use it. */
export const createHostCookie = (
  config: CookieConfig,
  { name, ...cookie }: Omit<SetCookie, 'path' | 'secure'>,
): string => stringifySetCookie({ ...cookie, name: getCookieName(config, name), path: '/', secure: isSecure(config) });
