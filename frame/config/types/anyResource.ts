/** Resource with any fields. resourceTypes.ts adds its keys, so that the parts of a config need not import the whole. */
// biome-ignore lint/suspicious/noEmptyInterface: resourceTypes.ts adds to it.
export interface AnyResource {}
