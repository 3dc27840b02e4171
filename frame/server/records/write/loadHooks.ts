import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { ConfigError } from '../../../config/configError.ts';
import { nearest } from '../../../config/nearest.ts';
import type { AnyResource } from '../../../config/resource.ts';
import { isKept } from '../../../config/table.ts';
import { appFolder } from '../../base/appFolder.ts';
import { readDefault } from '../../base/readDefault.ts';
import { HOOKED } from '../read/operationContext.ts';
import { type Hooks, MOMENTS } from './runHooks.ts';

const meant = (found: string, names: readonly string[]) => {
  const name = nearest(found, names);
  return name ? ` Did you mean "${name}"?` : '';
};

const written = (value: unknown) => (typeof value === 'function' ? 'a function' : JSON.stringify(value));

function errorsOf(file: string, hooks: unknown, collections: readonly string[]): string[] {
  const name = basename(file, '.ts');
  if (!collections.includes(name))
    return [`${file}: found "${name}", expected the name of a collection.${meant(name, collections)}`];
  if (hooks === null || typeof hooks !== 'object')
    return [`${file}: found no default export, expected export default defineHooks({ ... }).`];
  const expect = (keys: readonly string[], value: object, path: string) =>
    Object.keys(value).flatMap((key) =>
      keys.includes(key)
        ? []
        : [`${file}: ${path}${key}: found "${key}", expected one of ${keys.join(', ')}.${meant(key, keys)}`],
    );
  return [
    ...expect(MOMENTS, hooks, ''),
    ...MOMENTS.flatMap((moment) => {
      const part = (hooks as Record<string, unknown>)[moment];
      if (part === undefined) return [];
      if (part === null || typeof part !== 'object')
        return [
          `${file}: ${moment}: found ${written(part)}, expected hooks by what they are called for, such as { create() { ... } }.`,
        ];
      const none = Object.entries(part).filter(([, hook]) => hook !== undefined && typeof hook !== 'function');
      return [
        ...expect(HOOKED, part, `${moment}.`),
        ...none.map(([key, hook]) => `${file}: ${moment}.${key}: found ${written(hook)}, expected a function.`),
      ];
    }),
  ];
}

/** The hooks of server/resources by the name of their collection. Throws a ConfigError that names each error. */
export async function loadHooks(
  resources: readonly AnyResource[],
  folder = 'server/resources',
): Promise<Record<string, Hooks>> {
  const files = globSync(`${folder}/*.ts`, { cwd: appFolder }).toSorted();
  const collections = resources.filter(isKept).map(({ name }) => name);
  const found: Record<string, Hooks> = {};
  const errors: string[] = [];
  for (const file of files) {
    const hooks = await readDefault(file);
    errors.push(...errorsOf(file.replaceAll('\\', '/'), hooks, collections));
    found[basename(file, '.ts')] = hooks as Hooks;
  }
  if (errors.length > 0) throw new ConfigError(errors);
  return found;
}
