import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { at, root } from './root.ts';

/** What the built portal is made of, besides the VITE_* variables. */
const SOURCES = [
  'frame/**',
  'src/**',
  'public/**',
  'index.html',
  'vite.config.ts',
  'scripts/lib/serviceWorker.ts',
  'package-lock.json',
  '.env*',
];
/** Kept in the built portal, so that it goes when the portal goes. */
export const FINGERPRINT_FILE = '.fingerprint';

/** One hash over all that the built portal depends on. */
export function portalFingerprint(): string {
  const hash = createHash('sha256');
  const files = globSync(SOURCES, { cwd: root }).filter((path) => statSync(at(path)).isFile());
  for (const path of files.toSorted())
    hash
      .update(`${path}\0`)
      .update(readFileSync(at(path)))
      .update('\0');
  for (const name of Object.keys(process.env).toSorted()) {
    if (name.startsWith('VITE_')) hash.update(`${name}=${process.env[name]}\0`);
  }
  return hash.digest('hex');
}

/** Whether dist/ holds the portal as it would be built now. */
export function isBuilt(): boolean {
  const file = at('dist', FINGERPRINT_FILE);
  return existsSync(file) && readFileSync(file, 'utf8') === portalFingerprint();
}

/** Builds the portal in a process of its own, whose memory goes with it; gives whether that worked. */
export function buildPortal(): boolean {
  const vite = at('node_modules/vite/bin/vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  });
  return status === 0;
}
