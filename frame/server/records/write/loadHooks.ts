import { basename } from 'node:path';
import { findNearestName } from '../../../config/checks/nearestName.ts';
import { ConfigError } from '../../../config/configError.ts';
import type { AnyResource } from '../../../config/resource.ts';
import { isServerManaged } from '../../../config/tableConfig.ts';
import { importDefaults } from '../../base/importDefault.ts';
import { findPartsOfApp } from '../../migrations/migrationOwners.ts';
import type { ServerParts } from '../../parts.ts';
import { HOOK_OPERATIONS } from '../read/operationContext.ts';
import { composeHooks, type OwnedHooks } from './composeHooks.ts';
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

/** The app and its plug-ins, sorted by their needs. */
type HookOwners = Pick<ServerParts, 'hooks' | 'plugins'>;

/**
 * Loads the hooks of server/resources with those of plug-ins, by collection: those of plug-ins that the app builds on,
 * the app's, and those of plug-ins that need the app. Throws a ConfigError that names each error.
 */
export async function loadHooks(
  resources: readonly AnyResource[],
  place = 'server/resources',
  folder?: string,
  { hooks = {}, plugins = [] }: HookOwners = {},
): Promise<Record<string, Hooks>> {
  const collections = resources.filter(isServerManaged).map(({ name }) => name);
  const toFiles = (owner: string, given: object) =>
    Object.entries(given).map(([name, one]) => ({ owner, file: `hooks of ${owner}/${name}.ts`, hooks: one }));
  const ofApp = findPartsOfApp(plugins);
  const ofPlugins = (needsApp: boolean) =>
    plugins
      .filter(({ plugin }) => ofApp.has(plugin.name) === needsApp)
      .flatMap((one) => toFiles(`"${one.plugin.name}"`, one.hooks ?? {}));
  const files = await importDefaults(`${place}/*.ts`, folder);
  const all = [
    ...ofPlugins(false),
    ...files.map(([file, one]) => ({ owner: 'the app', file, hooks: one })),
    ...toFiles('the app', hooks),
    ...ofPlugins(true),
  ];
  const errors = all.flatMap(({ file, hooks: one }) => findHookErrors(file, one, collections));
  if (errors.length > 0) throw new ConfigError(errors);
  const byName = Map.groupBy(all as (OwnedHooks & { file: string })[], ({ file }) => basename(file, '.ts'));
  return Object.fromEntries([...byName].map(([name, owned]) => [name, composeHooks(name, owned)]));
}
