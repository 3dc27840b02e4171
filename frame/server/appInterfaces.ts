/** Interfaces that an app completes: `declare module 'portal-frame/server' { interface AppConfig { loanDays: number } }`. */

import type { Role } from '../wire/roles.ts';

/** Configuration of the app, which `settings` of its parts reads from the environment. */
// biome-ignore lint/suspicious/noEmptyInterface: an app adds to it.
export interface AppConfig {}

/** Parts that an app asks of its plug-ins, besides those of the frame. It reads them from `config.app.plugins`. */
// biome-ignore lint/suspicious/noEmptyInterface: an app adds to it.
export interface AppPluginParts {}

/** Names of events of an account that the app reports by mail (`notifyByMail`), as keys. */
// biome-ignore lint/suspicious/noEmptyInterface: an app adds to it.
export interface AppSecurityEvents {}

/** A new account. Missing texts are '' or null; it is active and gets notifications. An app adds its own columns. */
export interface NewAccount {
  id?: string;
  role: Role;
  email: string;
  username: string;
  passwordHash: string;
  fullName: string;
  contactNumber?: string;
  address?: string;
  gender?: string;
  about?: string;
  image?: string | null;
  isActive?: boolean;
  createdAt?: number;
}
