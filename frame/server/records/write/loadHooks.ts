import { basename } from 'node:path';
import { findNearestName } from '../../../config/checks/nearestName.ts';
import { ConfigError } from '../../../config/configError.ts';
import type { AnyResource } from '../../../config/resource.ts';
import { isServerManaged } from '../../../config/tableConfig.ts';
import { importDefaults } from '../../base/importDefault.ts';
import { HOOK_OPERATIONS } from '../read/operationContext.ts';
import { HOOK_PHASES, type Hooks } from './runHooks.ts';

const suggestName = (found: string, names: readonly string[]) => {
  const name = findNearestName(found, names);
  return name ? ` Did you mean "${name}"?` : '';
};

const describeValue = (value: unknown) => (typeof value === 'function' ? 'a function' : JSON.stringify(value));

function findHookErrors(file: string, hooks: unknown, collections: readonly string[]): string[] {
  const name = basename(file, '.ts');
  if (!collections.includes(name))
    return [`${file}: found "${name}", expected the name of a collection.${suggestName(name, collections)}`];
  if (hooks === null || typeof hooks !== 'object')
    return [`${file}: found no default export, expected export default defineHooks({ ... }).`];
  const expect = (keys: readonly string[], value: object, path: string) =>
    Object.keys(value).flatMap((key) =>
      keys.includes(key)
        ? []
        : [`${file}: ${path}${key}: found "${key}", expected one of ${keys.join(', ')}.${suggestName(key, keys)}`],
    );
  return [
    ...expect([...HOOK_PHASES, 'timeout'], hooks, ''),
    ...HOOK_PHASES.flatMap((moment) => {
      const part = (hooks as Record<string, unknown>)[moment];
      if (part === undefined || (moment === 'afterAll' && typeof part === 'function')) return [];
      if (moment === 'afterAll') return [`${file}: afterAll: found ${describeValue(part)}, expected a function.`];
      if (part === null || typeof part !== 'object')
        return [
          `${file}: ${moment}: found ${describeValue(part)}, expected hooks by what they are called for, such as { create() { ... } }.`,
        ];
      const none = Object.entries(part).filter(([, hook]) => hook !== undefined && typeof hook !== 'function');
      return [
        ...expect(HOOK_OPERATIONS, part, `${moment}.`),
        ...none.map(([key, hook]) => `${file}: ${moment}.${key}: found ${describeValue(hook)}, expected a function.`),
      ];
    }),
  ];
}

/**
 * Loads the hooks of server/resources by collection, with those of plug-ins (`given`). Throws a ConfigError that
 * names each error.
 */
export async function loadHooks(
  resources: readonly AnyResource[],
  place = 'server/resources',
  folder?: string,
  given: Readonly<Record<string, Hooks>> = {},
): Promise<Record<string, Hooks>> {
  const collections = resources.filter(isServerManaged).map(({ name }) => name);
  const found: Record<string, Hooks> = {};
  const errors: string[] = [];
  const ofPlugins = Object.entries(given).map(([name, hooks]) => [`hooks of a plug-in/${name}.ts`, hooks] as const);
  for (const [file, hooks] of [...ofPlugins, ...(await importDefaults(`${place}/*.ts`, folder))]) {
    if (basename(file, '.ts') in found)
      errors.push(`${file}: found hooks that a plug-in has, too, expected them once.`);
    errors.push(...findHookErrors(file, hooks, collections));
    found[basename(file, '.ts')] = hooks as Hooks;
  }
  if (errors.length > 0) throw new ConfigError(errors);
  return found;
}
