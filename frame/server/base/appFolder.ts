/** The folder of the app that runs on the frame: where its src, server, dist and package.json are. Commands run in it. */
export const appFolder = process.cwd();
