/**
 * What a host may offer beyond the calls that every host has, announced at sign-in (`data.features`). The portal asks for,
 * and shows, none of it where the host did not name it.
 */
export const FRAME_FEATURES = [
  'import',
  /** The stream of changes (events.ts). */
  'events',
  'sessions',
  /** Some calls want the person to prove again who they are (reauthenticate.ts). */
  'reauthenticate',
  /** Codes of an app, passkeys and recovery codes (secondFactor.ts). */
  'twoFactor',
  'audit',
  /** Lists narrow to one record by `id`. */
  'lookup',
  /** Lists give larger pages by `perPage`. */
  'pageSize',
  /** Files may be read by scripts of another origin (CORS), and so be kept for work without a network. */
  'files',
  /** Refuses more than it must (lengths, kinds of files, what is no number); forms say so before they are sent. */
  'rules',
  /** Records are looked for by words, over all lists at a time. */
  'find',
  /** Collections are searched by a POST, so that what is searched for stands in no address. */
  'searchByPost',
  /** Admins share queries of lists with roles (sharedQueries.ts). */
  'sharedQueries',
] as const;

/**
 * The features of an app's own, as a type: it adds their names as keys. Its server offers those of `features` of its
 * parts, and those that its resources name.
 * @example declare module 'portal-frame/features' { interface AppFeatures { loans: true } }
 */
// biome-ignore lint/suspicious/noEmptyInterface: an app adds to it.
export interface AppFeatures {}
export type Feature = (typeof FRAME_FEATURES)[number] | keyof AppFeatures;
