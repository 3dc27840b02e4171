import { splitFileName } from '../wire/fileNames.ts';

/** Origin of the API (VITE_API_HOST at build time), or '' for the portal's own. */
export const HOST: string = (import.meta.env.VITE_API_HOST ?? '').replace(/\/+$/, '');

/** Returns the URL of a file. Absolute URLs stay unchanged. */
export function toFileUrl(value: string): string {
  const path = splitFileName(value).address;
  return /^(https?|blob|data):/.test(path) ? path : `${HOST}/${path.replace(/\\/g, '/').replace(/^\/+/, '')}`;
}

/** True if the portal was served by the API host. */
export const isSameOrigin = (): boolean => HOST === '' || new URL(HOST).origin === location.origin;
