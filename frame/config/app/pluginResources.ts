import type { ChoiceOptions } from '../../fields/choice.ts';
import { ConfigError } from '../configError.ts';
import { fillLabels } from '../defaults/defaultLabels.ts';
import { completeFields } from '../resource.ts';
import { mayDo } from '../rights.ts';
import type { AnyResource } from '../types/anyResource.ts';
import type { ClaimName } from './claimNames.ts';
import type { Plugin } from './definePlugin.ts';
import { addEntries, mergeParts } from './mergeExtension.ts';
import type { Grant, ResourceExtension } from './resourceExtension.ts';

function addChoices(
  { name, fields }: Pick<AnyResource, 'name' | 'fields'>,
  choices: NonNullable<ResourceExtension['choices']>,
  plugin: string,
  claim: ClaimName,
): AnyResource['fields'] {
  const extended = Object.entries(choices).map(([field, added]) => {
    const options = fields[field] as (AnyResource['fields'][string] & ChoiceOptions) | undefined;
    if (!options?.choices)
      throw new ConfigError([`"${plugin}" adds choices to ${name}.${field}, which is no choice field.`]);
    for (const { add } of added) claim(plugin, 'choice', `${name}.${field}.${add}`, options.choices.includes(add));
    return [field, { ...options, choices: addEntries(options.choices, added) }] as const;
  });
  return { ...fields, ...Object.fromEntries(extended) };
}

function addActions(
  { name, actions = {} }: Pick<AnyResource, 'name' | 'actions'>,
  added: NonNullable<ResourceExtension['actions']>,
  plugin: string,
  claim: ClaimName,
): AnyResource['actions'] {
  for (const { add } of added) claim(plugin, 'action', `${name}.${add}`, Object.hasOwn(actions, add));
  const all = { ...actions, ...Object.fromEntries(added.map(({ add, action }) => [add, action])) };
  return Object.fromEntries(addEntries(Object.keys(actions), added).map((one) => [one, all[one]])) as typeof actions;
}

/** Lets a role run an action of the resource. A role without the resource stays without it. */
function addGrant(
  resource: AnyResource,
  { action, role, binding }: Grant,
  plugin: string,
  claim: ClaimName,
): AnyResource {
  const { name, roles, api } = resource;
  const access = roles[role];
  if (!access) return resource;
  claim(plugin, 'right', `${name}.${action}.${role}`, mayDo(resource, role, action));
  const bindings = binding && { ...api?.actions, [action]: { ...api?.actions?.[action], [role]: binding } };
  return {
    ...resource,
    roles: { ...roles, [role]: { ...access, can: [...access.can, action] } },
    ...(bindings && { api: { ...api, actions: bindings } }),
  };
}

function addFields(
  { name, fields }: Pick<AnyResource, 'name' | 'fields'>,
  added: NonNullable<ResourceExtension['fields']>,
  plugin: string,
  claim: ClaimName,
): AnyResource['fields'] {
  const blocks = added.map(({ add, after }) => {
    const names = Object.keys(add);
    return names.map((one, at) => ({ add: one, after: at === 0 ? after : names[at - 1] }));
  });
  const names = addEntries(Object.keys(fields), blocks.flat(), (one, isThere) =>
    claim(plugin, 'field', `${name}.${one}`, isThere),
  );
  const all: AnyResource['fields'] = Object.assign({}, fields, ...added.map(({ add }) => add));
  return Object.fromEntries(names.map((one) => [one, all[one] as AnyResource['fields'][string]]));
}

const VIEWS = ['list', 'show', 'create', 'edit'] as const;
const PARTS = [...VIEWS, 'api', 'table'] as const;

/** Adds to views, calls and columns of a resource. A part that it lacks is left out. */
function addToParts(
  resource: AnyResource,
  extension: ResourceExtension,
  plugin: string,
  claim: ClaimName,
): Partial<AnyResource> {
  const views = Object.fromEntries(VIEWS.map((key) => [key, extension[key]]));
  const added = { ...extension, ...fillLabels({ ...views, name: resource.name }) };
  const parts = PARTS.filter((key) => added[key] && resource[key]).map((key) => [
    key,
    mergeParts(
      resource[key] as object,
      added[key] as object,
      `${resource.name}.${key}`,
      (kind, place, isThere) => claim(plugin, kind, place, isThere),
      VIEWS.some((one) => one === key),
    ),
  ]);
  return Object.fromEntries(parts);
}

function extend(
  given: AnyResource,
  { fields, choices, keys = {}, actions = [], grants = [], ...parts }: ResourceExtension,
  plugin: string,
  claim: ClaimName,
): AnyResource {
  for (const key of Object.keys(keys)) claim(plugin, 'key', `${given.name}.${key}`, Object.hasOwn(given, key));
  const resource = {
    ...{ ...given, ...keys },
    ...(fields && { fields: addFields(given, fields, plugin, claim) }),
    ...addToParts(given, parts, plugin, claim),
  };
  const extended = [
    ...actions.flatMap(({ add: action, roles }) => roles.map((role) => ({ action, role }))),
    ...grants,
  ].reduce((all: AnyResource, grant) => addGrant(all, grant, plugin, claim), {
    ...resource,
    ...(choices && { fields: addChoices(resource, choices, plugin, claim) }),
    ...(actions.length > 0 && { actions: addActions(resource, actions, plugin, claim) }),
  });
  return fields && !given.api ? completeFields(extended) : extended;
}

/**
 * Returns resources by file with those of plug-ins, and with what plug-ins add to the resources of others. A resource
 * that does not exist is left alone, as its part may be left out. `claim` refuses two owners of one name: where configs
 * are checked, not in the browser.
 */
export function addPluginResources(
  files: Readonly<Record<string, unknown>>,
  plugins: readonly { plugin: Plugin }[],
  claim: ClaimName = () => undefined,
): Record<string, unknown> {
  const all = { ...files };
  for (const { plugin } of plugins)
    for (const resource of plugin.resources ?? []) all[`${plugin.name}/resources/${resource.name}.ts`] = resource;
  for (const { plugin } of plugins)
    for (const [file, resource] of Object.entries(all)) {
      const extension = plugin.extend?.[(resource as AnyResource | undefined)?.name ?? ''];
      if (extension) all[file] = extend(resource as AnyResource, extension, plugin.name, claim);
    }
  return all;
}
