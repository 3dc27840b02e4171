/** Internals that browser and server share, for tests. They may change without notice. */

export { hasEndpoint, listActionNames } from '../config/actions.ts';
export { applyHost } from '../config/app/hosts.ts';
export type { RolePage } from '../config/app/page.ts';
export { addPluginResources } from '../config/app/pluginResources.ts';
export { loadKeys } from '../config/app/resourceKeys.ts';
export { checkResources } from '../config/checkResources.ts';
export { checkFeatures } from '../config/checks/checkNames.ts';
export { checkPages } from '../config/checks/checkPages.ts';
export { checkRoles } from '../config/checks/checkRoles.ts';
export { findNearestName } from '../config/checks/nearestName.ts';
export { computeFields } from '../config/computedValues.ts';
export { ConfigError } from '../config/configError.ts';
export { prepareResources } from '../config/defaults/prepareResources.ts';
export { getFilterOperator, getFilters } from '../config/listFilters.ts';
export { listChildFields } from '../config/related/childRows.ts';
export { getLookupGuards, listLookupFields, resolveLookup } from '../config/related/lookups.ts';
export { mayRead } from '../config/rights.ts';
export { isSystemField } from '../config/systemFields.ts';

export { COMMON_OPTIONS, getFilterInput, type Storage, translateLabel } from '../fields/kind.ts';
export { fillTemplate } from '../fields/reference.ts';

export { flattenTexts, getFileLocale, type Texts } from '../i18n/texts.ts';
export { splitWords, translateMessage } from '../i18n/translateMessage.ts';

export { getOperators } from '../where/checkWhere.ts';
export { type MatchContext, matches } from '../where/matchWhere.ts';
export { parseWhere } from '../where/parseWhere.ts';

export { getCallPath, resolveCall } from '../wire/call.ts';
export { accountCalls } from '../wire/calls/accountCalls.ts';
export { profileCall } from '../wire/calls/profileCalls.ts';
export type { WireSession } from '../wire/calls/sessionCalls.ts';
export { formatCsv } from '../wire/csvText.ts';
export { EVENTS_PATH, type WireEvent } from '../wire/events.ts';
