/** Folder of the app with src, server, dist and package.json. Commands run in it. */
export const appFolder = process.cwd();
