import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { appFile } from '../build/files.ts';

/** The app's declarations, before a command does anything with them: those of its files that are there. */
for (const file of ['src/roles.ts', 'server/app.ts'])
  if (existsSync(appFile(file))) await import(pathToFileURL(appFile(file)).href);
