/**
 * Keys of resources that plug-ins add, by `declare module 'portal-frame/keys'`. N are the fields, T the transitions, R
 * the values of a record.
 */
// biome-ignore lint/suspicious/noEmptyInterface: plug-ins add to it.
export interface PluginKeys<_N extends string, _T extends string, _R extends object> {}

/** Keys of the roles of resources that plug-ins add: the paths of their screens. */
// biome-ignore lint/suspicious/noEmptyInterface: plug-ins add to it.
export interface RoleKeys {}
