/**
 * What a host may offer beyond the calls of spec 7, told at sign-in (`data.features`). The portal asks for, and shows,
 * none of it where the host did not name it.
 */
export const FEATURES = [
  'import',
  /** The stream of changes (events.ts). */
  'events',
  'sessions',
  /** Some calls want the person to prove again who they are (reauthenticate.ts). */
  'reauthenticate',
  /** Codes of an app, passkeys and recovery codes (secondFactor.ts). */
  'twoFactor',
  'feed',
  /** One patient's data is shown together, exported and deleted (patients.ts). */
  'patients',
  'audit',
  /** Appointments are changed, moved and given to others, one or many, and taken back (dispatch.ts). */
  'dispatch',
  /** Admins change what an employee or a laboratory was added with. */
  'people',
  /** Lists narrow to one record by `id`. */
  'lookup',
  /** Lists give larger pages by `perPage`. */
  'pageSize',
  /** A laboratory's new name waits for an admin, who decides on it. */
  'laboratoryNames',
  /** Files may be read by scripts of another origin (CORS), and so be kept for the run sheet. */
  'files',
  /** Admins make and end admins, and shut others out of anybody's account (admins.ts). */
  'admins',
  /** Refuses more than spec 5 does (lengths, kinds of files, what is no number); forms say so before they are sent. */
  'rules',
  /** People are found by name, number, birth date (find.ts). */
  'find',
  /** Collections are searched by a POST, so that what is searched for stands in no address. */
  'searchByPost',
  /** Employees report how their visits go (visitReports.ts). */
  'visitReports',
  /** Dashboards tell what needs doing (overview.ts). */
  'overview',
  /** Orders: what laboratories ask for, and the tubes that it takes (orders.ts). Told where the server has their resources. */
  'orders',
  /** Tubes change hands, each step in a chain (custody.ts). Told where the server has its resources. */
  'custody',
  /** Admins share queries of lists with roles (sharedQueries.ts). */
  'sharedQueries',
] as const;
export type Feature = (typeof FEATURES)[number];
