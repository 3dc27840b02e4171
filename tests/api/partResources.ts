import type { AnyResource } from 'portal-frame';
import app from '../../server/app.ts';

/** Returns the resources of a feature; none if the server lacks it. */
export const getPartResources = (name: string): readonly AnyResource[] =>
  app.plugins?.find(({ plugin }) => plugin.name === name)?.plugin.resources ?? [];
