import { FRAME_FEATURES } from 'portal-frame/wire';

/** Features of our own server beyond spec 7, each offered with its calls. */
export const CALL_FEATURES = [
  /** Admins edit employees and laboratories. */
  'people',
  'laboratoryNames',
  'admins',
] as const;

const RESOURCE_FEATURES = ['business'] as const;

/** All features that a host may offer. */
export const FEATURES = [...FRAME_FEATURES, ...CALL_FEATURES, ...RESOURCE_FEATURES] as const;

type PortalFeature = (typeof CALL_FEATURES)[number] | (typeof RESOURCE_FEATURES)[number];
declare module 'portal-frame/wire' {
  interface AppFeatures extends Record<PortalFeature, true> {
    // Of features that may be left out: the portal's calls have parts of orders and parameters of the dispatcher, and
    // phones start with the page of visit reports.
    orders: true;
    dispatch: true;
    visitReports: true;
  }
}
