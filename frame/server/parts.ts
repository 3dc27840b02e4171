/**
 * What an app declares to the frame's server: serverParts.ts says what it may hold, so that rooms which read their
 * part of it import none above them.
 */
export interface ServerParts {
  /** What the app is called: in the OpenAPI page, and as the sender of mails. */
  name: string;
}

let declared: ServerParts = { name: 'Portal' };

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
