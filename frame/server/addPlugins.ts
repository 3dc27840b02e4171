import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { satisfies } from 'semver';
import { ConfigError } from '../config/configError.ts';
import type { ServerParts } from './parts.ts';
import type { ServerPlugin, SharedParts } from './serverParts.ts';

/** Parts that are lists: those of all plug-ins, then the app's. */
const LISTS = [
  ...(['calls', 'routes', 'beforeRoutes', 'jobs'] as const),
  ...(['appendOnlyTables', 'tablesWithoutFiles', 'nonPersonalResources', 'watchedCommands'] as const),
] satisfies (keyof SharedParts)[];

/** Parts by name. Two owners of one name are refused. */
const BY_NAME = [
  'parameters',
  'fieldDescriptions',
  'messages',
  'commands',
  'tableHints',
  'nameColumns',
  'fileNames',
] as const satisfies (keyof SharedParts)[];

/** Declares the server half of a plug-in, an entry of `plugins` in server/app.ts. */
export const defineServerPlugin = (
  plugin: ServerPlugin['plugin'],
  parts: Omit<ServerPlugin, 'plugin'>,
): ServerPlugin => ({
  ...parts,
  plugin,
});

/** Owners of migrations besides plug-ins. */
const OWNERS = ['frame', 'app', 'former'];

const getFrameVersion = (): string =>
  JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')).version;

/** Returns what does not fit among plug-ins, as messages that name the line to change. */
function findProblems(plugins: readonly ServerPlugin[]): string[] {
  const names = plugins.map(({ plugin }) => plugin.name);
  const version = getFrameVersion();
  const logs = plugins.filter(({ activityLog }) => activityLog).map(({ plugin }) => `"${plugin.name}"`);
  const several = logs.length > 1 ? [`${logs.join(' and ')} both have activityLog, expected one.`] : [];
  const problems = plugins.flatMap(({ plugin: { name, frame, needs = [] } }, at) => [
    ...(names.indexOf(name) === at ? [] : [`found "${name}" twice, expected it once.`]),
    ...(OWNERS.includes(name)
      ? [`"${name}" is no name for a plug-in: ${OWNERS.join(', ')} have migrations, too.`]
      : []),
    ...(satisfies(version, frame) ? [] : [`"${name}" works with the frame ${frame}, but this one is ${version}.`]),
    ...needs.flatMap((one) =>
      one === 'app' || names.includes(one)
        ? []
        : [`"${name}" needs the plug-in "${one}". Add it: plugins: [${one}, ${name}].`],
    ),
  ]);
  return [...problems, ...several];
}

/** Sorts plug-ins behind those that they need; else they stay in the order of the list. */
function sortByNeeds(plugins: readonly ServerPlugin[]): ServerPlugin[] {
  const sorted: ServerPlugin[] = [];
  const isIn = (name: string) => name === 'app' || sorted.some(({ plugin }) => plugin.name === name);
  while (sorted.length < plugins.length) {
    const open = plugins.filter((one) => !sorted.includes(one));
    const next = open.find(({ plugin: { needs = [] } }) => needs.every(isIn));
    if (!next)
      throw new ConfigError([
        `server/app.ts: plugins: found a circle of needs: ${open.map(({ plugin }) => plugin.name).join(', ')}.`,
      ]);
    sorted.push(next);
  }
  return sorted;
}

type Owner = readonly [name: string, parts: SharedParts];

function mergeByName(key: (typeof BY_NAME)[number], owners: readonly Owner[]): object {
  const merged: Record<string, unknown> = {};
  const ownerOf = new Map<string, string>();
  for (const [owner, parts] of owners)
    for (const [name, value] of Object.entries(parts[key] ?? {})) {
      const former = ownerOf.get(name);
      if (former) throw new ConfigError([`server/app.ts: plugins: ${former} and ${owner} both have ${key}.${name}.`]);
      ownerOf.set(name, owner);
      merged[name] = value;
    }
  return merged;
}

/** Parts that run one after the other. */
const IN_ORDER = [
  'endAccess',
  'unlinkAccount',
  'afterErase',
  'afterNotify',
  'afterChanges',
  'beforeCommit',
] as const satisfies (keyof SharedParts)[];

/** Merges the parts that are functions: all of them run, those of needed plug-ins first. */
function mergeFunctions(all: readonly SharedParts[]): Partial<SharedParts> {
  const having = <K extends keyof SharedParts>(key: K) => all.filter((one) => one[key] !== undefined);
  const [offers, connects] = [having('offersFeature'), having('connectSources')];
  const [relates, routes] = [having('findRelatedIds'), having('collectionRoutes')];
  const inOrder = IN_ORDER.filter((key) => having(key).length > 0).map((key) => [
    key,
    async (...given: unknown[]) => {
      for (const one of having(key)) await (one[key] as (...given: unknown[]) => unknown)(...given);
    },
  ]);
  return {
    ...Object.fromEntries(inOrder),
    ...(offers.length > 0 && {
      offersFeature: (feature, config) => offers.every((one) => one.offersFeature?.(feature, config)),
    }),
    ...(connects.length > 0 && {
      connectSources: (config) => connects.flatMap((one) => one.connectSources?.(config) ?? []),
    }),
    ...(routes.length > 0 && {
      collectionRoutes: (...given) => routes.flatMap((one) => one.collectionRoutes?.(...given) ?? []),
    }),
    ...(relates.length > 0 && {
      findRelatedIds: async (services, id) =>
        (await Promise.all(relates.map((one) => one.findRelatedIds?.(services, id) ?? []))).flat(),
    }),
  };
}

/** Returns the app's parts with those of its plug-ins. Throws a ConfigError for plug-ins that do not fit together. */
export function addPlugins(app: ServerParts): ServerParts {
  const problems = findProblems(app.plugins ?? []);
  if (problems.length > 0) throw new ConfigError(problems.map((problem) => `server/app.ts: plugins: ${problem}`));
  const plugins = sortByNeeds(app.plugins ?? []);
  const all: SharedParts[] = [...plugins, app];
  const owners = [...plugins.map((one): Owner => [`"${one.plugin.name}"`, one]), ['the app', app] as Owner];
  return {
    ...app,
    plugins,
    ...Object.fromEntries(LISTS.map((key) => [key, all.flatMap((one): readonly unknown[] => one[key] ?? [])])),
    features: [...plugins.flatMap(({ plugin }) => plugin.features ?? []), ...(app.features ?? [])],
    ...Object.fromEntries(BY_NAME.map((key) => [key, mergeByName(key, owners)])),
    ...mergeFunctions(all),
  };
}
