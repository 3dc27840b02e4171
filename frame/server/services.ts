/** Services of every handler. createServices.ts adds the keys, so that lower layers import no higher ones. */
// biome-ignore lint/suspicious/noEmptyInterface: createServices.ts adds to it.
export interface Services {}
