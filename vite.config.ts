import './src/roles.ts';
import { readdirSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { type AnyResource, firstPage } from './frame/config/resource.ts';
import { loadResources } from './frame/server/collections/load.ts';
import { addressOf, type Call, ROLES, type Role } from './frame/wire/call.ts';
import { FINGERPRINT_FILE, portalFingerprint } from './scripts/lib/portal.ts';
import { preload } from './scripts/lib/preload.ts';
import { schemasLater } from './scripts/lib/schemas.ts';
import { serviceWorker } from './scripts/lib/serviceWorker.ts';
import { noSummaries } from './scripts/lib/summaries.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Writes each text file of the build a second and third time as .br and .gz, which the server sends as they are. */
function precompress(): Plugin {
  const worthwhile = /\.(js|css|html|svg|json|webmanifest)$/;
  async function compress(path: string) {
    const bytes = await readFile(path);
    if (bytes.length < 1024) return;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    await Promise.all([
      brotli(bytes, { params }).then((small) => writeFile(`${path}.br`, small)),
      zip(bytes, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
    ]);
  }
  return {
    name: 'portal:precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      if (!dir) return;
      const files = readdirSync(dir, { recursive: true }).map(String);
      await Promise.all(files.filter((name) => worthwhile.test(name)).map((name) => compress(join(dir, name))));
    },
  };
}

/** Leaves a mark in the finished build by which `npm start` tells whether it is up to date. */
function fingerprint(): Plugin {
  let sources: string;
  return {
    name: 'portal:fingerprint',
    apply: 'build',
    buildStart() {
      sources = portalFingerprint();
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

const CONFIGS = /src[\\/](resources[\\/]\w+|(pages|dashboards)[\\/]\w+\.page)\.ts$/;

/** A config that is wrong ends the build, or shows over the screen of the developer who is writing it. */
function checkedResources(): Plugin {
  return {
    name: 'portal:resources',
    async buildStart() {
      await loadResources().catch((cause: Error) => this.error(cause.message));
    },
    async hotUpdate({ file, timestamp, server }) {
      if (!CONFIGS.test(file)) return undefined;
      try {
        await loadResources(String(timestamp));
      } catch (cause) {
        server.ws.send({ type: 'error', err: { message: (cause as Error).message, stack: '' } });
        // The screen stays as it was: a reload would take the message away.
        return [];
      }
      return undefined;
    },
  };
}

/** Tells the portal what each role's lists ask for first, by their addresses (frame/dataProvider/first.ts). */
function firstRequests(): Plugin {
  // The session's token goes along with these: not to another host, and not where the call asks for none.
  const isOurs = ({ host, roles, rawToken }: Call) => !host && roles !== 'public' && !rawToken;
  const requestsOf = (resources: readonly AnyResource[], role: Role) =>
    resources.flatMap((resource) => {
      const path = resource.roles[role]?.list;
      const binding = resource.api?.list?.[role];
      const input = firstPage(resource);
      if (!path || !binding || binding.cursor || !isOurs(binding.call)) return [];
      const address = addressOf(binding.call, { params: binding.params?.(input), query: binding.query?.(input) });
      return [[path, { name: resource.name, address }]];
    });
  return {
    name: 'portal:first-requests',
    async config() {
      // What is wrong with a config is told by checkedResources.
      const resources = await loadResources().catch(() => []);
      const requests = ROLES.map((role) => [role, Object.fromEntries(requestsOf(resources, role))]);
      return { define: { FIRST_REQUESTS: JSON.stringify(Object.fromEntries(requests)) } };
    },
  };
}

/** Writes the few styles of the first screen into the page: a file of their own would hold up its first picture. */
function inlineStyles(): Plugin {
  return {
    name: 'portal:inline-styles',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) =>
        html.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)">/g, (link, name: string) => {
          const file = bundle[name];
          return file?.type === 'asset' ? `<style>${String(file.source).trim()}</style>` : link;
        }),
    },
  };
}

// Whatever the shell says: built otherwise, Emotion would write styles into the page, which its policy forbids.
if (process.argv[2] === 'build') process.env.NODE_ENV = 'production';

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

export default defineConfig({
  plugins: [
    react(),
    checkedResources(),
    firstRequests(),
    schemasLater(),
    noSummaries(),
    preload(),
    inlineStyles(),
    serviceWorker(),
    precompress(),
    fingerprint(),
  ],
  resolve: {
    // node-polyglot brings it along for browsers of long ago, with more code than its own.
    // jsonexport and diacritic come with react-admin: for lists without an exporter, and a table of accents.
    alias: {
      diacritic: join(import.meta.dirname, 'frame/i18n/native/diacritic.cjs'),
      'object.entries': join(import.meta.dirname, 'frame/i18n/native/entries.cjs'),
      'jsonexport/dist/index.js': join(import.meta.dirname, 'frame/views/native/jsonexport.cjs'),
    },
  },
  build: {
    target: 'es2023',
    // Compressed, `portal` is a fifth of what it is here; tests/browser/budgets.test.ts holds what is transferred.
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        // What everybody needs comes in few files, as each one costs headers and a request: `start` and `first` for the
        // sign-in, `libraries` and `portal` for a list. A group takes in what its modules import, unless a group of
        // higher priority has it: so files import in one direction only. The rest goes by which screens use it.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], test: /node_modules/, priority: 5 },
            { name: 'first', tags: ['$initial'], priority: 4 },
            {
              name: 'libraries',
              test: /node_modules[\\/](react-router|@tanstack|react-hook-form|@emotion|stylis|@mui[\\/](system|utils))[\\/]/,
              priority: 3,
            },
            { name: 'portal', test: /src[\\/]App\.tsx$/, priority: 2 },
            {
              name: 'charts',
              test: /node_modules[\\/](@mui[\\/]x-|d3-|robust-predicates|delaunator|flatqueue)/,
              priority: 1,
            },
            { name: 'firebase', test: /node_modules[\\/]@?firebase/, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/uploads': server, '/visit-confirmation': server } },
});
