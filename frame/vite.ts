/** Vite entry for apps. */
import react from '@vitejs/plugin-react';
import { mergeConfig, type UserConfig } from 'vite';
import { bundleFirstComponents } from './build/bundleFirstComponents.ts';
import { precompress } from './build/compress.ts';
import { dropServerParts } from './build/dropServerParts.ts';
import { lazyCsv } from './build/lazyCsv.ts';
import { lazySchemas } from './build/lazySchemas.ts';
import { missingPackages } from './build/missingPackages.ts';
import { fingerprintBuild } from './build/portalBuild.ts';
import { preloadPlugin } from './build/preloadPlugin.ts';
import { checkResourcesPlugin, firstRequests } from './build/resourcePlugins.ts';
import { serviceWorker } from './build/serviceWorker.ts';

// A development build of Emotion writes inline styles, which the page's policy forbids.
if (process.argv[2] === 'build') process.env.NODE_ENV = 'production';

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

const createProxy = (paths: readonly string[]): UserConfig => ({
  server: { proxy: Object.fromEntries(paths.map((path) => [path, server])) },
});

const settings: UserConfig = {
  plugins: [
    react(),
    missingPackages(),
    checkResourcesPlugin(),
    firstRequests(),
    lazySchemas(),
    lazyCsv(),
    bundleFirstComponents(),
    dropServerParts(),
    preloadPlugin(),
    serviceWorker(),
    precompress(),
    fingerprintBuild(),
  ],
  build: {
    target: 'es2023',
    manifest: true,
    // Compressed it is a fifth; tests/browser/budgets.nightly.test.ts limits the transferred size.
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        // Few files, because each costs a request: `start` and `first` for the sign-in, `portal` for a list.
        // A group includes what its modules import, except modules of groups with higher priority. The rest is split by
        // screen.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], test: /node_modules[\\/](?!portal-frame)/, priority: 5 },
            { name: 'first', tags: ['$initial'], priority: 4 },
            {
              name: 'portal',
              test: /(src[\\/]App|theme[\\/]PortalTheme|notify[\\/]notificationEvents)\.tsx?$|^virtual:first-components$/,
              priority: 2,
            },
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
  server: { proxy: { '/api': server, '/uploads': server, '/public': server } },
};

/**
 * Creates Vite's settings for an app; `more` is merged over them.
 * `pages` are paths such as '/open-day' that the app's server answers (`routes` of its parts).
 * @example export default appConfig();
 */
export const appConfig = (more: UserConfig = {}, pages: readonly string[] = []): UserConfig =>
  mergeConfig(mergeConfig(settings, createProxy(pages)), more);
