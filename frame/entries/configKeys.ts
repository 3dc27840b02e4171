/** Entry for keys that a plug-in adds to resources (`keys` of `definePlugin`): schemas of their parts, and checks. */

export type { ResourceKey, ResourceKeys } from '../config/app/definePlugin.ts';
export { toEntry } from '../config/app/entries.ts';
export type { ErrorReporter } from '../config/configError.ts';
export type * from '../config/listConfig.ts';
export { createPathResolver } from '../config/rowRules.ts';
export {
  actionName,
  component,
  feature,
  fieldName,
  label,
  optional,
  required,
} from '../config/schemas/schemaParts.ts';
export { checkWhere } from '../where/checkWhere.ts';
export { whereSchema } from '../where/parseWhere.ts';
