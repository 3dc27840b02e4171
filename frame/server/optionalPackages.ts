import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';
import { HttpError } from './base/httpError.ts';

/** A package that apps install only if they use it. Key of `optionalPackages` in package.json, with its version. */
export type OptionalPackage =
  | '@aws-sdk/client-s3'
  | '@modelcontextprotocol/sdk'
  | '@simplewebauthn/browser'
  | '@simplewebauthn/server'
  | 'firebase'
  | 'pg';

const MANIFEST = join(import.meta.dirname, '..', 'package.json');

/** Found packages. Sign-ins and requests of assistants ask, and would search the disk each time. */
const installed = new Set<OptionalPackage>();

function isInstalled(name: OptionalPackage): boolean {
  try {
    if (!installed.has(name) && findPackageJSON(name, import.meta.url)) installed.add(name);
  } catch {
    // Not found.
  }
  return installed.has(name);
}

/** Returns those of the packages that the app has not installed. */
const findMissing = (names: readonly OptionalPackage[]): OptionalPackage[] =>
  names.filter((name) => !isInstalled(name));

/** Reads the versions of all optional packages. npm would install peers of the workspace with the portal. */
function readVersions(): Record<OptionalPackage, string> {
  return JSON.parse(readFileSync(MANIFEST, 'utf8')).optionalPackages;
}

/** Lists the optional packages that the app has not installed. */
export const listMissing = (): OptionalPackage[] => findMissing(Object.keys(readVersions()) as OptionalPackage[]);

/** True if the app has installed all of these packages. */
export const areInstalled = (...names: OptionalPackage[]): boolean => findMissing(names).length === 0;

/**
 * Describes the command that installs what is missing of these packages; undefined if nothing is.
 * @example describeMissing('firebase') // 'npm install --save-prod firebase@12.19.0'
 */
export function describeMissing(...names: OptionalPackage[]): string | undefined {
  const missing = findMissing(names);
  if (missing.length === 0) return undefined;
  const versions = readVersions();
  // Not among the packages of tests, which `npm start` does not install.
  return `npm install --save-prod ${missing.map((name) => `${name}@${versions[name]}`).join(' ')}`;
}

/** Throws an HttpError that names the command, if one of the packages is missing. */
export function requirePackages(...names: OptionalPackage[]): void {
  const command = describeMissing(...names);
  if (command) throw new HttpError(409, 'server.packageMissing', { args: { command } });
}
