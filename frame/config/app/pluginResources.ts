import { isChoice } from '../../fields/fieldTypes.ts';
import type { Field } from '../../fields/kind.ts';
import { fillLabels } from '../defaults/defaultLabels.ts';
import { completeFields } from '../resource.ts';
import { mayDo } from '../rights.ts';
import type { AnyResource } from '../types/anyResource.ts';
import type { ClaimName } from './claimNames.ts';
import type { Plugin } from './definePlugin.ts';
import { addEntries, type ClaimPlace, mergeParts } from './mergeExtension.ts';
import type { AddedName, Grant, ResourceExtension } from './resourceExtension.ts';

const addChoices = (
  fields: AnyResource['fields'],
  choices: NonNullable<ResourceExtension['choices']>,
  claim: ClaimPlace,
): AnyResource['fields'] => ({
  ...fields,
  ...Object.fromEntries(
    Object.entries(choices).map(([field, added]) => {
      const given = fields[field];
      const own = isChoice(given) ? given.choices : undefined;
      const all = addEntries(own ?? [], added, (one, isThere) =>
        claim('choice', `${field}.${one}`, own ? isThere : undefined),
      );
      return [field, { ...given, choices: all } as Field];
    }),
  ),
});

/** Adds values by name, in named places. */
const addValues = <V>(
  own: Readonly<Record<string, V>>,
  added: readonly AddedName[],
  values: Readonly<Record<string, V>>,
  kind: string,
  claim: ClaimPlace,
): Record<string, V> => {
  const all = { ...own, ...values };
  const names = addEntries(Object.keys(own), added, (name, isThere) => claim(kind, `${name}`, isThere));
  return Object.fromEntries(names.map((name) => [name, all[name] as V]));
};

/** Lets a role run an action of the resource. A role without the resource stays without it. */
function addGrant(resource: AnyResource, { action, role, binding }: Grant, claim: ClaimPlace): AnyResource {
  const { roles, api } = resource;
  const access = roles[role];
  if (!access) return resource;
  claim('right', `${action}.${role}`, mayDo(resource, role, action));
  const bindings = binding && { ...api?.actions, [action]: { ...api?.actions?.[action], [role]: binding } };
  return {
    ...resource,
    roles: { ...roles, [role]: { ...access, can: [...access.can, action] } },
    ...(bindings && { api: { ...api, actions: bindings } }),
  };
}

const VIEWS = ['list', 'show', 'create', 'edit'] as const;

/** Adds to views, calls and columns of a resource. A part that it lacks is left out. */
function addToParts(resource: AnyResource, extension: ResourceExtension, claim: ClaimPlace): Partial<AnyResource> {
  const { list, show, create, edit, api, table } = extension;
  const views = fillLabels({ name: resource.name, ...({ list, show, create, edit } as object) });
  const add = (key: (typeof VIEWS)[number] | 'api' | 'table', added: object | undefined, onlyInto = false) =>
    added && resource[key] && { [key]: mergeParts(resource[key], added, key, claim, onlyInto) };
  return Object.assign({}, add('api', api), add('table', table), ...VIEWS.map((key) => add(key, views[key], true)));
}

/** Separates the names of a block of fields, each behind the one before. */
const toAddedNames = ({ add, after }: NonNullable<ResourceExtension['fields']>[number]): AddedName[] =>
  Object.keys(add).map((name, at, names) => ({ add: name, after: names[at - 1] ?? after }) as AddedName);

function extend(given: AnyResource, extension: ResourceExtension, claim: ClaimPlace): AnyResource {
  const { fields, choices, keys = {}, actions = [], actionKeys = {}, grants = [] } = extension;
  for (const key of Object.keys(keys)) claim('key', key, Object.hasOwn(given, key));
  const resource = { ...given, ...keys, ...addToParts(given, extension, claim) };
  if (fields) {
    const added = Object.assign({}, ...fields.map(({ add }) => add));
    resource.fields = addValues(given.fields, fields.flatMap(toAddedNames), added, 'field', claim);
  }
  if (choices) resource.fields = addChoices(resource.fields, choices, claim);
  if (actions.length > 0) {
    const added = Object.fromEntries(actions.map(({ add, action }) => [add, action]));
    resource.actions = addValues(given.actions ?? {}, actions, added, 'action', claim);
  }
  for (const [name, added] of Object.entries(actionKeys)) {
    const action = resource.actions?.[name];
    if (action) resource.actions = { ...resource.actions, [name]: mergeParts(action, added, `actions.${name}`, claim) };
  }
  const all = [...actions.flatMap(({ add: action, roles }) => roles.map((role) => ({ action, role }))), ...grants];
  const extended = all.reduce((one: AnyResource, grant) => addGrant(one, grant, claim), resource);
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
  claim?: ClaimName,
): Record<string, unknown> {
  const all = { ...files };
  for (const { plugin } of plugins)
    for (const resource of plugin.resources ?? []) all[`${plugin.name}/resources/${resource.name}.ts`] = resource;
  for (const { plugin } of plugins)
    for (const [file, resource] of Object.entries(all)) {
      const { name = '' } = (resource ?? {}) as Partial<AnyResource>;
      const extension = plugin.extend?.[name];
      if (extension)
        all[file] = extend(resource as AnyResource, extension, (kind, place, isThere) =>
          claim?.(plugin.name, kind, `${name}.${place}`, isThere),
        );
    }
  return all;
}
