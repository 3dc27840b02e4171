import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { appFile } from './paths.ts';

/** Imports the default export of a file of the app, if the file exists. */
export async function importDeclaration<T>(file: string): Promise<T | undefined> {
  const path = appFile(file);
  if (!existsSync(path)) return undefined;
  return ((await import(pathToFileURL(path).href)) as { default: T }).default;
}
