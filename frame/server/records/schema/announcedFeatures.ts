import type { AnyResource } from '../../../config/resource.ts';
import { FRAME_FEATURES } from '../../../wire/features.ts';
import type { ServerParts } from '../../parts.ts';

/** Returns the features of this server: of the frame, the app and the resources. */
export function getAnnouncedFeatures({ features = [] }: ServerParts, resources: readonly AnyResource[]): string[] {
  const named = resources.flatMap(({ feature }) => feature ?? []);
  return [...new Set([...FRAME_FEATURES, ...features, ...named])];
}
