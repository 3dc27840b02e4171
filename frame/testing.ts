/** Testing entry for apps: the real server, its mail, and screens in Chromium. */

export { findChromium } from './testing/chromium.ts';
export { findUnrecorded } from './testing/findUnrecorded.ts';
export { type Postgres, startOwnPostgres, startReplica } from './testing/postgres.ts';
export { findFreePort, spawnServer, stopServer } from './testing/serverProcess.ts';
export { type ApiReply, type Client, type RunningApp, startApp } from './testing/startApp.ts';
export {
  BROWSER_TIMEOUT_MS,
  CHROMIUM_ARGS,
  DESKTOP,
  launchChromium,
  openPage,
  type PageOptions,
  PHONE,
  type Size,
} from './testing/testBrowser.ts';
