import type { AnyResource } from '../../../config/resource.ts';
import { FRAME_FEATURES } from '../../../wire/features.ts';
import { serverParts } from '../../parts.ts';

/** What this server offers: the frame's features, the app's, and those that its resources name. */
export function getAnnouncedFeatures(resources: readonly AnyResource[]): string[] {
  const named = resources.flatMap(({ feature }) => feature ?? []);
  return [...new Set([...FRAME_FEATURES, ...(serverParts().features ?? []), ...named])];
}
