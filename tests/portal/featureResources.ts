import type { AnyResource } from 'portal-frame';
import plugins from '../../src/plugins.ts';

/** Returns resources of a feature by their names; none if the feature is left out. */
export const featureResources = (feature: string, ...names: string[]): AnyResource[] =>
  plugins
    .filter(({ plugin }) => plugin.name === feature)
    .flatMap(({ plugin }) => (plugin.resources ?? []) as readonly AnyResource[])
    .filter(({ name }) => names.includes(name));
