import { join } from 'node:path';
import { appFolder } from '../server/base/appFolder.ts';

const folder = join(import.meta.dirname, '..');
const isPacked = import.meta.filename.endsWith('.js');

/** The frame's own folder, with a slash at its end. */
export const frameFolder = join(folder, '/');

/** A source of the frame, named as in this project: `worker/sw.ts`. */
export const frameFile = (name: string): string => join(folder, isPacked ? name.replace(/\.tsx?$/, '.js') : name);

/** A path below the app's folder. */
export const appFile = (...parts: string[]): string => join(appFolder, ...parts);
