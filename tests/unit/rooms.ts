/**
 * Order of the rooms, from the bottom: each imports only itself and rooms before it in these lists. A room is a folder
 * with everything below it, or a file. docs/architecture.md describes each one.
 */

/** Read by browser and server. */
const SHARED = [
  ...[
    'frame/i18n',
    'frame/wire',
    'frame/fields',
    'frame/where',
    'frame/config',
    'frame/index.ts',
    'frame/plugin.ts',
    'frame/entries/configKeys.ts',
    'frame/entries/sharedWire.ts',
    'frame/entries/sharedCalls.ts',
  ],
  'frame/entries/internalShared.ts',
  'frame/theme/tokens.ts',
];

const BROWSER = [
  'frame/app.ts',
  'frame/notify',
  'frame/session',
  'frame/theme',
  'frame/dataProvider',
  'frame/device',
  'frame/authProvider',
  'frame/parts',
  'frame/inputs',
  'frame/views/shared',
  'frame/views/form',
  'frame/views/action',
  'frame/views/detail',
  'frame/views/bulk',
  'frame/views/filter',
  'frame/views/export',
  'frame/views/list',
  'frame/search',
  'frame/live',
  'frame/layout',
  'frame/pages',
  'frame/screens.tsx',
  'frame/Portal.tsx',
  'frame/start.tsx',
  'frame/browser.ts',
  'frame/entries/browserSearch.ts',
  'frame/entries/browserList.ts',
  'frame/entries/browserPlugins.ts',
  'frame/entries/browserSettings.ts',
  'frame/entries/browserDevice.ts',
  'frame/entries/internalBrowser.ts',
  'frame/preload.ts',
  'frame/worker',
  'frame/plugins',
];

const SERVER = [
  'frame/server/base',
  'frame/server/optionalPackages.ts',
  'frame/server/appInterfaces.ts',
  'frame/server/parts.ts',
  'frame/server/services.ts',
  'frame/server/config.ts',
  'frame/server/db/sqlite',
  'frame/server/db',
  'frame/server/accounts',
  'frame/server/mail',
  'frame/server/files',
  'frame/server/live',
  'frame/server/activity',
  'frame/server/outbox',
  'frame/server/migrations',
  'frame/server/http',
  'frame/server/records/schema',
  'frame/server/records/query',
  'frame/server/records/access',
  'frame/server/records/derived',
  'frame/server/records/tables',
  'frame/server/records/read',
  'frame/server/records/write',
  'frame/server/records/operations',
  'frame/server/jobs',
  'frame/server/records/routes',
  'frame/server/schemaSync',
  'frame/server/calls',
  'frame/server',
  'frame/server.ts',
  'frame/entries/serverDatabase.ts',
  'frame/entries/serverAccounts.ts',
  'frame/entries/serverCollections.ts',
  'frame/entries/serverMigrations.ts',
  'frame/entries/serverRoutes.ts',
  'frame/entries/serverPlugins.ts',
  'frame/entries/serverStorage.ts',
  'frame/plugins',
  'frame/entries/internalRecords.ts',
  'frame/entries/internalServer.ts',
];

/** Commands, builds and tests. They may import the whole frame. */
export const TOOLS = [
  'frame/build',
  'frame/vite.ts',
  'frame/testing',
  'frame/testing.ts',
  'frame/commands',
  'frame/entries/internalTools.ts',
  'frame/tests',
];

/** Rooms of the app, above the frame. */
const APP_SHARED = ['src/screenPaths.ts', 'src/roles.ts', 'src/i18n', 'src/wire', 'src/profiles.ts'];
const APP_BROWSER = [
  'src/browserParts.ts',
  'src/pages',
  'src/dashboards',
  'src/resources',
  'src/searchRecords.ts',
  'src/settings.ts',
  'src/app.ts',
  'features',
  'examples',
  'src/plugins.ts',
  'src/dataProvider',
  'src/authProvider',
  'src/App.tsx',
  'src/main.tsx',
];
const APP_SERVER = [
  // Hooks get their types from the configs.
  'src/resources',
  'src/collections.ts',
  'server/i18n',
  'server/store',
  'server/visitOrders.ts',
  'server/visitParts.ts',
  'server/outbox',
  'server/calls',
  'server/patients',
  'server/jobs',
  'server/accounts.ts',
  'server/resources',
  'server/endpoints',
  'server/changes',
  'server/demo',
  'server/settings.ts',
  'features',
  'examples',
  'server/plugins.ts',
  'server/app.ts',
  'server/main.ts',
];

/** Folders in which the frame looks for files of the app. They may not exist yet. */
export const FOUND = ['server/endpoints', 'server/changes'];

/** Order of each side, from the bottom. No room of one side imports one of the other. */
export const SIDES = [
  [...SHARED, ...BROWSER, ...APP_SHARED, ...APP_BROWSER],
  [...SHARED, ...SERVER, ...APP_SHARED, ...APP_SERVER],
];
