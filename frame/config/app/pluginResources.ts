import type { ChoiceOptions } from '../../fields/choice.ts';
import { ConfigError } from '../configError.ts';
import { mayDo } from '../rights.ts';
import type { AnyResource } from '../types/anyResource.ts';
import type { ClaimName } from './claimNames.ts';
import type { AddedName, Grant, Plugin, ResourceExtension } from './definePlugin.ts';

/** Adds names to a list, each behind the one named `after`. */
export const addNames = (names: readonly string[], added: readonly AddedName[]): string[] =>
  added.reduce(
    (all, { add, after }) => {
      const at = after === undefined ? -1 : all.indexOf(after);
      return all.toSpliced(at < 0 ? all.length : at + 1, 0, add);
    },
    [...names],
  );

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
    return [field, { ...options, choices: addNames(options.choices, added) }] as const;
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
  return Object.fromEntries(addNames(Object.keys(actions), added).map((one) => [one, all[one]])) as typeof actions;
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

const addToShow = (
  { show }: Pick<AnyResource, 'show'>,
  groups: NonNullable<ResourceExtension['groups']>,
  related: NonNullable<ResourceExtension['related']>,
) => ({
  ...show,
  groups: [...(show?.groups ?? []), ...groups],
  related: [...(show?.related ?? []), ...related],
});

/** Adds keys to a resource, or parts to its api. */
function addParts<P extends object>(parts: P, added: P, place: string, plugin: string, claim: ClaimName): P {
  for (const name of Object.keys(added)) claim(plugin, 'key', `${place}.${name}`, Object.hasOwn(parts, name));
  return { ...parts, ...added };
}

const extend = (
  resource: AnyResource,
  { groups = [], related = [], choices, keys = {}, api, actions = [], grants = [] }: ResourceExtension,
  plugin: string,
  claim: ClaimName,
): unknown =>
  [...actions.flatMap(({ add: action, roles }) => roles.map((role) => ({ action, role }))), ...grants].reduce(
    (all: AnyResource, grant) => addGrant(all, grant, plugin, claim),
    {
      ...addParts(resource, keys as Partial<AnyResource> as AnyResource, resource.name, plugin, claim),
      ...(api && resource.api && { api: addParts(resource.api, api, `${resource.name}.api`, plugin, claim) }),
      ...(groups.length + related.length > 0 && { show: addToShow(resource, groups, related) }),
      ...(choices && { fields: addChoices(resource, choices, plugin, claim) }),
      ...(actions.length > 0 && { actions: addActions(resource, actions, plugin, claim) }),
    } as AnyResource,
  );

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
