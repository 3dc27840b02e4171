import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigError } from '../../config/configError.ts';
import { appFolder } from './appFolder.ts';

/** Describes in one line why a file cannot be imported. */
function describeImportError(cause: unknown, folder: string): string {
  const { code, message = String(cause) } = cause as { code?: string; message?: string };
  const [line = ''] = message.split('\n').filter((one) => one.trim() !== '');
  if (code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX')
    return `found ${line.replace(/^x\s*/, '').trim()}, expected syntax that is gone once the types are (a union or a const object in place of an enum)`;
  if (code === 'ERR_INVALID_TYPESCRIPT_SYNTAX' || cause instanceof SyntaxError)
    return `found what is no TypeScript (${line.trim()})`;
  if (code === 'ERR_MODULE_NOT_FOUND')
    return `found an import of what is not there (${line.replaceAll(folder, '').trim()})`;
  return `found code that fails when it is read (${line.trim()})`;
}

/** Imports a file's default export. A new `version` reloads it. Throws a ConfigError that names the file. */
export async function importDefault(file: string, version?: string, folder = appFolder): Promise<unknown> {
  const { href } = pathToFileURL(resolve(folder, file));
  try {
    const module = (await import(version ? `${href}?${version}` : href)) as { default?: unknown };
    return module.default;
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause;
    throw new ConfigError([`${file.replaceAll('\\', '/')}: ${describeImportError(cause, folder)}.`]);
  }
}

/** Imports the default exports of an app's files that match, in the order of their paths. Throws a ConfigError. */
export function importDefaults(
  pattern: string | string[],
  folder = appFolder,
  version?: string,
): Promise<[file: string, found: unknown][]> {
  const files = globSync(pattern, { cwd: folder }).toSorted();
  return Promise.all(
    files.map(async (file) => [file.replaceAll('\\', '/'), await importDefault(file, version, folder)]),
  );
}
