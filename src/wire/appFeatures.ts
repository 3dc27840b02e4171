import { FRAME_FEATURES } from 'portal-frame/wire';

/** Features of our own server beyond spec 7, each offered with its calls. */
export const CALL_FEATURES = [
  'dispatch',
  /** Admins edit employees and laboratories. */
  'people',
  'laboratoryNames',
  'admins',
] as const;

const RESOURCE_FEATURES = ['business'] as const;

/** All features that a host may offer. */
export const FEATURES = [...FRAME_FEATURES, ...CALL_FEATURES, ...RESOURCE_FEATURES] as const;

/** `orders` is of a feature; orderApi.ts has its part of the portal's calls. */
type PortalFeature = (typeof CALL_FEATURES)[number] | (typeof RESOURCE_FEATURES)[number] | 'orders';
declare module 'portal-frame/wire' {
  interface AppFeatures extends Record<PortalFeature, true> {}
}
