/** What an app's own tests are written with: its real server, its mail, its screens in Chromium. */

export { type ApiReply, type Client, type RunningApp, startApp } from './testing/startApp.ts';
export { DESKTOP, type PageOptions, PHONE } from './testing/testBrowser.ts';
