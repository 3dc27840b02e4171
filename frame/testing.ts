/** What an app's own tests are written with: its real server, its mail, its screens in Chromium. */

export { type Answer, type Client, type RunningApp, startApp } from './testing/app.ts';
export { DESKTOP, type PageOptions, PHONE } from './testing/browser.ts';
