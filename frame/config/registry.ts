import type { AnyResource } from './resource.ts';

/** Default exports of src/resources/*.ts. New files are found without registration. */
const modules = import.meta.glob<AnyResource>('/src/resources/*.ts', { eager: true, import: 'default' });

export const resources: AnyResource[] = Object.values(modules);

/** Returns the resource called `name`. Throws if there is none. */
export function getResource(name: string): AnyResource {
  const found = resources.find((one) => one.name === name);
  if (!found) throw new Error(`There is no resource "${name}" in src/resources.`);
  return found;
}
