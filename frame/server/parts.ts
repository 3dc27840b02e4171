/** The app's declarations for the server. serverParts.ts adds the keys, so that lower rooms need no higher imports. */
export interface ServerParts {
  /** Title of the OpenAPI page and sender name of mails. */
  name: string;
}

/**
 * Declares the app's parts: the default export of server/app.ts, which the start reads (`services.app`).
 * @example export default defineServer({ name: 'Library', calls: serveCalls(calls, handlers, auditEntries) });
 */
export const defineServer = (parts: ServerParts): ServerParts => parts;
