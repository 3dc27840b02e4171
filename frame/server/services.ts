/** Services of every handler. createServices.ts adds the keys, so that lower rooms need no higher imports. */
// biome-ignore lint/suspicious/noEmptyInterface: createServices.ts adds to it.
export interface Services {}
