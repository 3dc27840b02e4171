import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { appFolder } from '../server/base/appFolder.ts';
import { listMissing } from '../server/optionalPackages.ts';
import { appFile, frameFolder } from './paths.ts';

const SOURCES = [
  'src/**',
  '{features/*,examples/plugin-*}/{*,!(server|tests)/**}',
  'public/**',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  '.env*',
];
/** Stored in dist/, so that both disappear together. */
const FINGERPRINT_FILE = '.fingerprint';

export function computeFingerprint(): string {
  const hash = createHash('sha256');
  const folders = { [appFolder]: SOURCES, [frameFolder]: ['*', '!(server|commands|testing|template|node_modules)/**'] };
  for (const [folder, sources] of Object.entries(folders)) {
    const files = globSync(sources, { cwd: folder }).filter((path) => statSync(join(folder, path)).isFile());
    for (const path of files.toSorted())
      hash
        .update(`${path}\0`)
        .update(readFileSync(join(folder, path)))
        .update('\0');
  }
  // A build without an optional package is outdated once it is installed.
  hash.update(`missing: ${listMissing()}\0`);
  for (const name of Object.keys(process.env).toSorted()) {
    if (name.startsWith('VITE_')) hash.update(`${name}=${process.env[name]}\0`);
  }
  return hash.digest('hex');
}

/** True if dist/ is up to date. */
export function isBuilt(): boolean {
  const file = appFile('dist', FINGERPRINT_FILE);
  return existsSync(file) && readFileSync(file, 'utf8') === computeFingerprint();
}

/** Builds the portal in a separate process, which frees its memory; returns true on success. */
export function buildPortal(): boolean {
  const vite = appFile('node_modules/vite/bin/vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: appFolder,
    stdio: 'inherit',
  });
  return status === 0;
}

export function fingerprintBuild(): Plugin {
  let sources: string;
  return {
    name: 'portal:fingerprint',
    apply: 'build',
    buildStart() {
      sources = computeFingerprint();
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      handler({ dir }) {
        if (dir) writeFileSync(join(dir, FINGERPRINT_FILE), sources);
      },
    },
  };
}
