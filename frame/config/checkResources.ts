import { withSchemaApp } from '../wire/roleSchema.ts';
import type { Role, Roles } from '../wire/roles.ts';
import { listActionNames } from './actions.ts';
import { checkAccounts } from './app/accounts.ts';
import type { Plugin, ResourceKeys } from './app/definePlugin.ts';
import { listScreenPaths } from './app/pluginScreens.ts';
import { extendResourceSchema } from './app/resourceKeys.ts';
import { checkActions } from './checks/checkActions.ts';
import { createCallCheck } from './checks/checkCalls.ts';
import { checkChanges } from './checks/checkChanges.ts';
import { checkComputed } from './checks/checkComputed.ts';
import { checkConditionalFields } from './checks/checkConditionalFields.ts';
import { checkFields, checkRequired } from './checks/checkFields.ts';
import { checkNames } from './checks/checkNames.ts';
import { checkList, checkPaths, checkTitle } from './checks/checkOptions.ts';
import { ConfigError, checkConfig, type ErrorReporter } from './configError.ts';
import { completeRoles, prepareResources } from './defaults/prepareResources.ts';
import { PERMISSIONS, PRESETS } from './permissions.ts';
import { checkAppendOnly, checkRules } from './recordRules.ts';
import { checkChildren } from './related/childRows.ts';
import { checkLookups } from './related/lookups.ts';
import { checkRelated } from './related/relatedLists.ts';
import { checkRollups } from './related/rollups.ts';
import type { AnyResource } from './resource.ts';
import { mayRead } from './rights.ts';
import { checkRowRules, isFilteredByValue } from './rowRules.ts';
import { checkTable } from './tableConfig.ts';

/** Checks that each of the further indexes is by a filter and in a sort order of the list. */
function checkIndexes(resource: AnyResource, report: ErrorReporter): void {
  const { indexes, api, fields, list } = resource;
  if (api && indexes !== undefined) report('indexes', indexes, 'nothing: migrations create the indexes of a table');
  const filters = Object.keys(fields).filter((name) => isFilteredByValue(resource, name));
  const orders: string[] = [...(list.sortable ?? []), ...(list.sort ? [list.sort.field] : [])];
  for (const [index, { fields: names }] of (indexes || []).entries()) {
    const [filter, order] = names;
    if (filter in fields && !filters.includes(filter))
      report(`indexes.${index}.fields.0`, filter, 'a field that lists are filtered by values of', filters);
    if (order in fields && !orders.includes(order))
      report(`indexes.${index}.fields.1`, order, 'a sortable field', orders);
  }
}

const RESERVED_PATHS = ['dashboard', 'settings', 'profile', 'signin', 'logout', 'health', 'docs'];
const RESERVED = [...RESERVED_PATHS, 'auth', 'common', 'collections'];

function checkDependsOn({ dependsOn = [] }: AnyResource, report: ErrorReporter, all: readonly AnyResource[]): void {
  const names = all.map(({ name }) => name);
  for (const [index, name] of dependsOn.entries())
    if (!names.includes(name)) report(`dependsOn.${index}`, name, 'the name of a resource', names);
}

function checkPermissions(resource: AnyResource, report: ErrorReporter): void {
  const { create, edit, show } = resource;
  const permissions: string[] = [...PERMISSIONS, ...listActionNames(resource)];
  for (const [role, { can, except = [], form }] of Object.entries(resource.roles)) {
    const key = `roles.${role}.can`;
    for (const [index, permission] of can.entries())
      if (!permissions.includes(permission))
        report(`${key}.${index}`, permission, 'a right or a named action', [...PRESETS, ...permissions]);
    for (const [index, permission] of except.entries())
      if (!permissions.includes(permission))
        report(`roles.${role}.except.${index}`, permission, 'a right or a named action', permissions);
    if (form && !can.includes('create')) report(`roles.${role}.form`, form, `the right "create" in ${key}`);
    const need = (permission: string, part: unknown, expected: string) => {
      if (can.includes(permission) && !part) report(key, permission, expected);
    };
    need('create', create, 'a create form in the config');
    need('edit', edit ?? create, 'an edit or create form in the config');
    need('show', show, 'a show part in the config');
  }
}

/** Checks that every role may read the field that sorts a collection's list. */
function checkSort(resource: AnyResource, report: ErrorReporter): void {
  const { field } = resource.list.sort ?? {};
  if (resource.api || !field) return;
  for (const role of Object.keys(resource.roles) as Role[])
    if (!mayRead(resource, role, field))
      report(['list', 'sort', 'field'].join('.'), field, `a field that ${role} may read`);
}

const CHECKS: readonly ((
  resource: AnyResource,
  report: ErrorReporter,
  all: readonly AnyResource[],
  roles: Roles,
) => void)[] = [
  ...[checkFields, checkDependsOn, checkComputed, checkPermissions, checkRequired, checkSort, checkTable],
  ...[checkList, checkRowRules, checkRelated, checkChildren, checkRollups, checkLookups],
  ...[checkRules, checkIndexes, checkAppendOnly, checkTitle, checkConditionalFields],
  ...[checkAccounts, checkActions, checkChanges],
];

/** Values outside the configs: the app's roles, allowed icons, and taken paths with their owners. */
interface CheckContext {
  roles: Roles;
  icons?: readonly string[];
  paths?: ReadonlyMap<string, string>;
  plugins?: readonly { plugin: Plugin }[];
  /** Keys of plug-ins. */
  keys?: ResourceKeys;
}

/** Checks all configs together. Throws one ConfigError with every error. */
export function checkResources(
  given: Record<string, unknown>,
  { roles: names, icons, paths: taken, keys = {}, plugins = [] }: CheckContext,
) {
  const schema = extendResourceSchema(keys);
  const apiParts = Object.keys(keys).flatMap((path) => /^api\.(\w+)$/.exec(path)?.[1] ?? []);
  const checks = [...CHECKS, createCallCheck(apiParts), ...Object.values(keys).flatMap(({ check }) => check ?? [])];
  const errors: string[] = [];
  const completed = Object.entries(given).map(([file, one]) => [file, completeRoles(one, names, plugins)]);
  const resources: Record<string, unknown> = Object.fromEntries(completed);
  const all = Object.values(resources).filter(
    (one): one is AnyResource => one !== null && typeof one === 'object' && 'name' in one,
  );
  // One mistake can make another check throw, so thrown errors count only if nothing was reported.
  let thrown: unknown;
  const paths = new Map<string, { key: string; report: ErrorReporter }>();
  const owners = new Map(taken ?? []);
  for (const [file, exported] of Object.entries(resources)) {
    const read = withSchemaApp({ roles: names }, () =>
      checkConfig<AnyResource>(file, exported, schema, 'defineResource', errors),
    );
    if (!read) continue;
    const { config: resource, report } = read;
    const { name, icon, roles } = resource;
    if (!file.endsWith(`${name}.ts`))
      report('name', name, 'the name of its file without .ts', [file.replace(/^.*\/|\.ts$/g, '')]);
    const [owner] = Object.entries(resources).find(([, one]) => (one as AnyResource | null)?.name === name) ?? [];
    if (owner !== file) report('name', name, `a name that is free (${owner} has it)`);
    if (RESERVED.includes(name)) report('name', name, `a name other than ${RESERVED.join(', ')}`);
    if (icons && !icons.includes(icon)) report('icon', icon, 'an icon of frame/config/app/icons.ts', icons);
    checkNames(resource, report, schema);
    for (const check of checks) {
      try {
        check(resource, report, all, names);
      } catch (cause) {
        thrown ??= cause;
      }
    }
    for (const role of Object.keys(roles) as Role[])
      for (const [name, path] of listScreenPaths(resource, role, plugins)) {
        const key = `roles.${role}.${name}`;
        if (owners.has(path)) report(key, path, `a path that is free (it belongs to ${owners.get(path)})`);
        owners.set(path, file);
        paths.set(path, { key, report });
      }
  }
  checkPaths(paths, taken ?? new Map());
  if (errors.length > 0) throw new ConfigError(errors);
  if (thrown) throw thrown;
  return prepareResources(all, names, plugins);
}
