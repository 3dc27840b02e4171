import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { appFile } from './files.ts';

const ROLES = appFile('src/roles.ts');

/** Has the app declare its roles, which its configs are checked by. */
export const declareRoles = async (): Promise<void> => {
  if (existsSync(ROLES)) await import(pathToFileURL(ROLES).href);
};
