import { join } from 'node:path';
import { appFolder } from '../server/base/appFolder.ts';

const folder = join(import.meta.dirname, '..');
const isPacked = import.meta.filename.endsWith('.js');

export const frameFolder = join(folder, '/');

/** Resolves a source of the frame, such as `worker/sw.ts`. */
export const frameFile = (name: string): string => join(folder, isPacked ? name.replace(/\.tsx?$/, '.js') : name);

export const appFile = (...parts: string[]): string => join(appFolder, ...parts);
