import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { appFile } from './paths.ts';

export async function importDeclarations(...files: string[]): Promise<void> {
  for (const file of files.map((name) => appFile(name))) if (existsSync(file)) await import(pathToFileURL(file).href);
}
