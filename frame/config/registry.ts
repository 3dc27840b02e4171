import type { AnyResource } from './resource.ts';

/** Every resource of the portal by name: the default exports of src/resources/*.ts. A new file is found by itself. */
const modules = import.meta.glob<AnyResource>('/src/resources/*.ts', { eager: true, import: 'default' });

export const resources: AnyResource[] = Object.values(modules);

/** The resource of that name; a name that is not there is a mistake in the code. */
export function getResource(name: string): AnyResource {
  const found = resources.find((one) => one.name === name);
  if (!found) throw new Error(`There is no resource "${name}" in src/resources.`);
  return found;
}
