import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';
import { HttpError } from './base/httpError.ts';

/** A package that apps install only if they use it: an optional peer in package.json. */
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

export const areInstalled = (...names: OptionalPackage[]): boolean => findMissing(names).length === 0;

/**
 * Describes the command that installs what is missing of these packages; undefined if nothing is.
 * @example describeMissing('firebase') // 'npm install firebase@12.19.0'
 */
export function describeMissing(...names: OptionalPackage[]): string | undefined {
  const missing = findMissing(names);
  if (missing.length === 0) return undefined;
  const { peerDependencies } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as {
    peerDependencies: Record<OptionalPackage, string>;
  };
  return `npm install ${missing.map((name) => `${name}@${peerDependencies[name]}`).join(' ')}`;
}

/** Throws an HttpError that names the command, if one of the packages is missing. */
export function requirePackages(...names: OptionalPackage[]): void {
  const command = describeMissing(...names);
  if (command) throw new HttpError(409, 'server.packageMissing', { args: { command } });
}
