import { splitFileName } from '../wire/fileNames.ts';

/** The provider's host (VITE_API_HOST at build time), or '' for the origin the portal came from. */
export const HOST: string = (import.meta.env.VITE_API_HOST ?? '').replace(/\/+$/, '');

/** The address of a file the host serves by relative path; one with a scheme of its own is left as it is. */
export function toFileUrl(value: string): string {
  const path = splitFileName(value).address;
  return /^(https?|blob|data):/.test(path) ? path : `${HOST}/${path.replace(/\\/g, '/').replace(/^\/+/, '')}`;
}

/** Whether the host is where the portal came from. */
export const isSameOrigin = (): boolean => HOST === '' || new URL(HOST).origin === location.origin;
