import type { ServedCall } from './http/handler.ts';

/** What an app tells the frame's server of itself; what it leaves out is not there. */
export interface ServerParts {
  /** Its calls beside the frame's, from `serveCalls`. */
  calls?: readonly ServedCall[];
  /** Resources of the audit trail that show nothing of any person; collections may. */
  withoutPersonalData?: readonly string[];
}

let declared: ServerParts = {};

/**
 * Declares the app's parts: server/app.ts does so when it is imported, which whatever runs the app does first.
 * @example export default defineServer({ name: 'Library', calls: serveCalls(calls, handlers, auditEntries) });
 */
export function defineServer(parts: ServerParts): ServerParts {
  declared = parts;
  return parts;
}

/** The app's parts. Ask when they are used, never when a module is read: they may be declared later. */
export const serverParts = (): ServerParts => declared;
