/** Testing entry for apps: the real server, its mail, and screens in Chromium. */

export { type ApiReply, type Client, type RunningApp, startApp } from './testing/startApp.ts';
export { DESKTOP, type PageOptions, PHONE } from './testing/testBrowser.ts';
