/** Entry for keys that a plug-in adds to resources (`keys` of `definePlugin`): schemas of their parts, and checks. */

export { getAccountsConfig } from '../config/app/accounts.ts';
export type { ResourceKey, ResourceKeys } from '../config/app/definePlugin.ts';
export { toEntry } from '../config/app/entries.ts';
export type { ErrorReporter } from '../config/configError.ts';
export type * from '../config/listConfig.ts';
export { AGGREGATES, PERIODS } from '../config/measures.ts';
export { listFollowing } from '../config/related/derivedFields.ts';
export { resolveFieldPath } from '../config/related/fieldPath.ts';
export { getLookupGuards, resolveLookup } from '../config/related/lookups.ts';
export { mayRead } from '../config/rights.ts';
export { checkNobody, createPathResolver } from '../config/rowRules.ts';
export type { Keys } from '../config/schemas/keyTypes.ts';
export {
  actionName,
  component,
  feature,
  fieldName,
  fieldNames,
  label,
  optional,
  part,
  path,
  required,
  roleList,
  roleNames,
} from '../config/schemas/schemaParts.ts';
export { isSystemField } from '../config/systemFields.ts';
export { isServerManaged } from '../config/tableConfig.ts';
export type * from '../config/types/pluginKeys.ts';
export { NUMBER_STORAGES } from '../fields/kind.ts';
export { checkWhere } from '../where/checkWhere.ts';
export { parseWhere, whereSchema } from '../where/parseWhere.ts';
export { listPaths } from '../where/where.ts';
export type * from '../wire/resourceApi.ts';
