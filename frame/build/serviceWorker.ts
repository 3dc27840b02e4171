import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { bundleScript } from './bundleScript.ts';
import { appFile } from './paths.ts';
import { computeFingerprint } from './portalBuild.ts';

/** Hashed names need no revision. */
const HASHED = /^assets\//;
const CACHED = /\.(js|css|html)$/;
const PUBLIC = ['favicon.svg', 'portal.webmanifest', 'icons/192.png'];
const NOT_CACHED = /^assets\/(firebase|charts)-/;

const toRevision = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex').slice(0, 16);

/** Adds sw.js to the build, with the list of files to cache. */
export function serviceWorker(): Plugin {
  const mark = { BUILD: JSON.stringify(computeFingerprint()) };
  let servers: string[] = [];
  return {
    name: 'portal:service-worker',
    apply: 'build',
    config: () => ({ define: mark }),
    configResolved: ({ server }) => {
      servers = Object.keys(server.proxy ?? {});
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const files = Object.values(bundle)
          .filter(({ fileName }) => CACHED.test(fileName) && !NOT_CACHED.test(fileName))
          .map((file) => ({
            url: `/${file.fileName}`,
            revision: HASHED.test(file.fileName) ? null : toRevision(file.type === 'chunk' ? file.code : file.source),
          }));
        const own = PUBLIC.filter((name) => existsSync(appFile('public', name))).map((name) => ({
          url: `/${name}`,
          revision: toRevision(readFileSync(appFile('public', name))),
        }));
        const precached = JSON.stringify([...files, ...own]);
        const source = await bundleScript('worker/sw.ts', {
          ...mark,
          PRECACHED: precached,
          SERVERS: JSON.stringify(servers),
        });
        this.emitFile({ type: 'asset', fileName: 'sw.js', source });
      },
    },
  };
}
