import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { appFolder } from '../server/base/appFolder.ts';
import { appFile, frameFolder } from './paths.ts';

const SOURCES = ['src/**', 'public/**', 'index.html', 'vite.config.ts', 'package-lock.json', '.env*'];
/** Kept in the built portal, so that it goes when the portal goes. */
const FINGERPRINT_FILE = '.fingerprint';

/** One hash over all that the built portal depends on. */
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
  for (const name of Object.keys(process.env).toSorted()) {
    if (name.startsWith('VITE_')) hash.update(`${name}=${process.env[name]}\0`);
  }
  return hash.digest('hex');
}

/** Whether dist/ holds the portal as it would be built now. */
export function isBuilt(): boolean {
  const file = appFile('dist', FINGERPRINT_FILE);
  return existsSync(file) && readFileSync(file, 'utf8') === computeFingerprint();
}

/** Builds the portal in a process of its own, whose memory goes with it; gives whether that worked. */
export function buildPortal(): boolean {
  const vite = appFile('node_modules/vite/bin/vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: appFolder,
    stdio: 'inherit',
  });
  return status === 0;
}

/** Leaves a mark in the finished build by which `npm start` tells whether it is up to date. */
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
