/**
 * What every handler can reach. It is handed down from the top: createServices.ts says what it holds, so that no room
 * imports those above it to be given them.
 */
// biome-ignore lint/suspicious/noEmptyInterface: createServices.ts adds to it.
export interface Services {}
