/**
 * Records by collection. An app fills it, so that hooks and the records API know the values of other collections.
 * @example declare module 'portal-frame' { interface Collections { rentals: RecordOf<typeof rentals> } }
 */
// biome-ignore lint/suspicious/noEmptyInterface: apps fill it
export interface Collections {}

/** Name of a collection. Any text in an app that does not fill `Collections`. */
export type CollectionName = [keyof Collections] extends [never] ? string : keyof Collections | (string & {});
