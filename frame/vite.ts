/** How the browser's part of an app is built. */
import react from '@vitejs/plugin-react';
import { mergeConfig, type UserConfig } from 'vite';
import { precompress } from './build/compress.ts';
import { lazyCsv } from './build/lazyCsv.ts';
import { lazySchemas } from './build/lazySchemas.ts';
import { fingerprintBuild } from './build/portalBuild.ts';
import { preloadPlugin } from './build/preloadPlugin.ts';
import { checkResources, firstRequests } from './build/resourcePlugins.ts';
import { serviceWorker } from './build/serviceWorker.ts';

// Whatever the shell says: built otherwise, Emotion would write styles into the page, which its policy forbids.
if (process.argv[2] === 'build') process.env.NODE_ENV = 'production';

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

const createProxy = (paths: readonly string[]): UserConfig => ({
  server: { proxy: Object.fromEntries(paths.map((path) => [path, server])) },
});

const settings: UserConfig = {
  plugins: [
    react(),
    checkResources(),
    firstRequests(),
    lazySchemas(),
    lazyCsv(),
    preloadPlugin(),
    serviceWorker(),
    precompress(),
    fingerprintBuild(),
  ],
  build: {
    target: 'es2023',
    manifest: true,
    // Compressed, `portal` is a fifth of what it is here; tests/browser/budgets.test.ts limits what is transferred.
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        // What everybody needs comes in few files, as each one costs headers and a request: `start` and `first` for the
        // sign-in, `libraries` and `portal` for a list. A group takes in what its modules import, unless a group of
        // higher priority has it: so files import in one direction only. The rest goes by which screens use it.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], test: /node_modules[\\/](?!portal-frame)/, priority: 5 },
            { name: 'first', tags: ['$initial'], priority: 4 },
            {
              name: 'libraries',
              test: /node_modules[\\/](react-router|@tanstack|@emotion|stylis|@mui[\\/](system|utils))[\\/]/,
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
  server: { proxy: { '/api': server, '/uploads': server } },
};

/**
 * Vite's settings for an app on the frame: `export default appConfig();` in its vite.config.ts. `more` lies over them as
 * Vite lays settings over each other. `pages` are addresses such as '/open-day' that the app's server answers itself, with
 * pages of its own (`routes` of its parts), and that neither the dev server nor the service worker may answer.
 */
export const appConfig = (more: UserConfig = {}, pages: readonly string[] = []): UserConfig =>
  mergeConfig(mergeConfig(settings, createProxy(pages)), more);
