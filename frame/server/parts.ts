/** The app's declarations for the server. serverParts.ts adds the keys, so that lower rooms need no higher imports. */
export interface ServerParts {
  /** Title of the OpenAPI page and sender name of mails. */
  name: string;
}

let declared: ServerParts = { name: 'Portal' };

/**
 * Declares the app's parts; server/app.ts calls it on import.
 * @example export default defineServer({ name: 'Library', calls: serveCalls(calls, handlers, auditEntries) });
 */
export function defineServer(parts: ServerParts): ServerParts {
  declared = parts;
  return parts;
}

/** Returns the app's parts. Do not call it at module level: they may be declared later. */
export const serverParts = (): ServerParts => declared;
