import { getPageRoles } from '../wire/roles.ts';
import { getPlugins } from './app/pluginList.ts';
import { addPluginResources } from './app/pluginResources.ts';
import { prepareResources } from './defaults/prepareResources.ts';
import type { AnyResource } from './resource.ts';

/** Default exports of src/resources/*.ts. New files are found without registration. */
const modules = import.meta.glob<AnyResource>('/src/resources/*.ts', { eager: true, import: 'default' });

const all = addPluginResources(modules, getPlugins()) as Record<string, AnyResource>;

export const resources: AnyResource[] = prepareResources(Object.values(all), getPageRoles(), getPlugins());

/** Finds a resource of src/resources by name; undefined if there is none. */
export const findResource = (name: string): AnyResource | undefined => resources.find((one) => one.name === name);

/**
 * Returns a resource of src/resources, such as for the look of its values. Throws an Error if there is none.
 * @example showValue(getResource('rentals').fields.state, 'overdue', intl)?.text
 */
export function getResource(name: string): AnyResource {
  const found = findResource(name);
  if (!found) throw new Error(`There is no resource "${name}" in src/resources.`);
  return found;
}
