/** Server entry for apps: their parts, hooks, endpoints and custom changes. */

export { HttpError, notFound, unauthorized } from './server/base/httpError.ts';
export { runDaily } from './server/base/recurringJobs.ts';
export { type AppConfig, type Environment, type FrameConfig, integerVariable, readVariables } from './server/config.ts';
export type { Services } from './server/createServices.ts';
export { operationTables } from './server/db/commandRuns.ts';
export {
  type Account,
  type CallAuditEntries,
  type CallHandler,
  type CallHandlers,
  type CallInput,
  serveCalls,
} from './server/http/callHandler.ts';
export { defineEndpoint, type Endpoint, type EndpointInput } from './server/http/endpoints.ts';
export { frameTables } from './server/migrations/frameTables.ts';
export { defineServer, type ServerParts } from './server/parts.ts';
export { type NotificationInput, notify, sendMail } from './server/records/operations/notify.ts';
export { records } from './server/records/operations/recordsApi.ts';
export {
  accountContext,
  systemContext,
  type TransactionContext,
  transaction,
} from './server/records/operations/recordsContext.ts';
export type { HookContext, RecordsContext } from './server/records/read/operationContext.ts';
export type { RecordsApi } from './server/records/read/recordsApiTypes.ts';
export { defineHooks, type Hooks, type TransactionHookContext } from './server/records/write/runHooks.ts';
export { type ChangeContext, defineChange } from './server/schemaSync/customChanges.ts';
export type { Demo } from './server/serverParts.ts';
