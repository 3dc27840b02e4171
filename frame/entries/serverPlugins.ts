/** Server entry for plug-ins: parts of the core that an app's own code does not need. */

export { hasEndpoint, listActionNames } from '../config/actions.ts';
export { findAccountResource, getAccountsConfig } from '../config/app/accounts.ts';
export { getVisibleEntries } from '../config/app/entries.ts';
export { findNearestName } from '../config/checks/nearestName.ts';
export { ConfigError } from '../config/configError.ts';
export { resolveFieldPath } from '../config/related/fieldPath.ts';
export { getRollupMeasure } from '../config/related/rollups.ts';
export { type AnyResource, mayDo } from '../config/resource.ts';
export { mayRead } from '../config/rights.ts';
export { isSystemField } from '../config/systemFields.ts';
export { isBlank } from '../config/validate.ts';
export type { ChoiceValue } from '../fields/chips.ts';
export { formatDay, formatDayAndTime, toWallTime } from '../fields/date.ts';
export { getDisplayedValue } from '../fields/displayedValue.ts';
export { translateLabel } from '../fields/kind.ts';
export { formatDollars } from '../fields/money.ts';
export { formatMultiValue, parseMultiValue } from '../fields/multiValue.ts';
export { getNumberFormat } from '../fields/numberFormat.ts';
export { fillTemplate, listTemplateFields } from '../fields/reference.ts';
export { showValue, toLine } from '../fields/showValue.ts';
export { maskText } from '../fields/text.ts';
export { splitWords } from '../i18n/translateMessage.ts';
export { lockAccount } from '../server/accounts/accountRows.ts';
export { takeBackAttempts } from '../server/accounts/countAttempts.ts';
export {
  claimIdempotencyKey,
  commitIdempotencyKey,
  releaseIdempotencyKey,
  saveIdempotentReply,
} from '../server/accounts/idempotencyRows.ts';
export { getUnusableHash } from '../server/accounts/passwordHash.ts';
export { isRecognisedAddress } from '../server/accounts/sessionRows.ts';
export { consumeTicket, countTicketAttempt, createTicket, updateTicketData } from '../server/accounts/signInTickets.ts';
export type { AuditInfo } from '../server/audit/auditInfo.ts';
export { createHostCookie, getCookieName } from '../server/base/hostCookie.ts';
export type { MessageArgs } from '../server/base/httpError.ts';
export { languages } from '../server/base/languages.ts';
export { getNetwork, isLoopback } from '../server/base/network.ts';
export { getConfiguredOrigin } from '../server/base/publicOrigin.ts';
export { createSecret, hashSecret, isSameSecret, sealSecret, unsealSecret } from '../server/base/secrets.ts';
export { getFieldLabel, translateServerLabel } from '../server/base/serverTexts.ts';
export { createCodedError, getLogReason } from '../server/base/systemErrors.ts';
export { completeSignIn } from '../server/calls/completeSignIn.ts';
export { createNetworkLimits } from '../server/calls/signInLimits.ts';
export { listVariable, urlVariable } from '../server/config.ts';
export { changesRow } from '../server/db/changesRow.ts';
export { findLastSuccesses } from '../server/db/commandRuns.ts';
export { createMissing } from '../server/db/runMigrationStep.ts';
export { createFairQueue } from '../server/db/sqlite/fairQueue.ts';
export { MAX_PIXELS } from '../server/files/pictureLimits.ts';
export { identifyCaller } from '../server/http/authenticate.ts';
export { isResourceInScope, isWithinScope } from '../server/http/programs/apiKeyScope.ts';
export { toErrorEnvelope, toHttpError } from '../server/http/replies.ts';
export { type Audience, getKnowingRoles } from '../server/http/routeSchemas.ts';
export { getServerInfo } from '../server/http/serverInfo.ts';
export { isEventJob } from '../server/jobs/defineJob.ts';
export { areInstalled, describeMissing, requirePackages } from '../server/optionalPackages.ts';
export { getMessageKinds } from '../server/outbox/messageKinds.ts';
export { countWaitingMessages } from '../server/outbox/outboxRows.ts';
export { getWritableFields, mayFindBy, mayReadRecords } from '../server/records/access/fieldAccess.ts';
export { requireAccount } from '../server/records/operations/recordsContext.ts';
export { checkWherePaths } from '../server/records/query/checkWherePaths.ts';
export { compileWhere } from '../server/records/query/compileWhere.ts';
export { formatValue } from '../server/records/read/formatValue.ts';
export { parseListWhere } from '../server/records/read/parseListWhere.ts';
export { addLabels } from '../server/records/read/recordLabels.ts';
export { describeAction, describeResource } from '../server/records/routes/recordSchemas.ts';
export { loadResources } from '../server/records/schema/loadResources.ts';
export type { RecordValues } from '../server/records/schema/recordRow.ts';
export { parseWhere } from '../where/parseWhere.ts';
export { unescapeFormula } from '../wire/csvFormulas.ts';
export { formatCsv } from '../wire/csvText.ts';
export { EVENTS_PATH } from '../wire/events.ts';
export { getSchemaApp, withSchemaApp } from '../wire/roleSchema.ts';
export { parseJson } from '../wire/wireValues.ts';
