import { FRAME_FEATURES } from '../../frame/wire/features.ts';

/** What the portal's own server offers by its calls, beyond spec 7. */
export const CALL_FEATURES = [
  'feed',
  /** One patient's data is shown together, exported and deleted (patients.ts). */
  'patients',
  /** Appointments are changed, moved and given to others, one or many, and taken back (dispatch.ts). */
  'dispatch',
  /** Admins change what an employee or a laboratory was added with. */
  'people',
  /** A laboratory's new name waits for an admin, who decides on it. */
  'laboratoryNames',
  /** Admins make and end admins, and shut others out of anybody's account (admins.ts). */
  'admins',
  /** Employees report how their visits go (visitReports.ts). */
  'visitReports',
  /** Dashboards show what needs doing (overview.ts). */
  'overview',
] as const;

/** What it offers where it has the resources that name it. */
const RESOURCE_FEATURES = [
  /** Orders: what laboratories ask for, and the tubes that it takes (orders.ts). */
  'orders',
  /** Tubes change hands, each step in a chain (custody.ts). */
  'custody',
] as const;

/** All that a host may offer beyond spec 7. */
export const FEATURES = [...FRAME_FEATURES, ...CALL_FEATURES, ...RESOURCE_FEATURES] as const;

type Own = (typeof CALL_FEATURES)[number] | (typeof RESOURCE_FEATURES)[number];
declare module '../../frame/wire/features.ts' {
  interface AppFeatures extends Record<Own, true> {}
}
