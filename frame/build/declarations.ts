import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { appFile } from './paths.ts';

/** Has these files of the app declare what they do (src/roles.ts, server/app.ts), in this order, where they are there. */
export async function importDeclarations(...files: string[]): Promise<void> {
  for (const file of files.map((name) => appFile(name))) if (existsSync(file)) await import(pathToFileURL(file).href);
}
