/**
 * Features that a host may announce at sign-in (`data.features`). The portal neither requests nor shows anything that
 * was not announced.
 */
export const FRAME_FEATURES = [
  'events',
  'sessions',
  /** Some calls require recent reauthentication (reauthenticateCalls.ts). */
  'reauthenticate',
  /** Lists can filter by `id`. */
  'lookup',
  /** Lists accept `perPage`. */
  'pageSize',
  /** Files allow CORS, so they can be stored for offline work. */
  'files',
  /** Stricter validation than required (lengths, file kinds, numbers); forms apply it before sending. */
  'rules',
  /** Search over all lists. */
  'find',
  /** Collections accept searches by POST, which keeps search texts out of logs. */
  'searchByPost',
  /** Actions on many records accept the version of each. */
  'actionVersions',
  /** Collections also read the tables whose config says so (`table.served`). */
  'servedTables',
  'jobs',
] as const;

/**
 * Names of an app's own features, added as keys. The server offers those of `features` of its parts and those that
 * resources name.
 * @example declare module 'portal-frame/wire' { interface AppFeatures { loans: true } }
 */
// biome-ignore lint/suspicious/noEmptyInterface: an app adds to it.
export interface AppFeatures {}
export type Feature = (typeof FRAME_FEATURES)[number] | keyof AppFeatures;
