import { type SetCookie, stringifySetCookie } from 'cookie';
import type { Config } from '../config.ts';

const isSecure = ({ publicUrl }: Pick<Config, 'publicUrl'>) => publicUrl?.startsWith('https:') ?? false;

/** Returns the name of a cookie: with the prefix `__Host-` if people use https. */
export const getCookieName = (config: Pick<Config, 'publicUrl'>, name: string): string =>
  `${isSecure(config) ? '__Host-' : ''}${name}`;

/** Creates a cookie of this host for all paths, and for https only if people use it. */
export const createHostCookie = (
  config: Pick<Config, 'publicUrl'>,
  { name, ...cookie }: Omit<SetCookie, 'path' | 'secure'>,
): string => stringifySetCookie({ ...cookie, name: getCookieName(config, name), path: '/', secure: isSecure(config) });
