/** Server entry for apps: their parts, records API, hooks, endpoints and custom changes. */

export { definePlugin, type Plugin } from './config/app/definePlugin.ts';
export type { AccountParts } from './server/accountParts.ts';
export type { EntryExtras } from './server/activity/activityEntries.ts';
export { defineServerPlugin } from './server/addPlugins.ts';
export type * from './server/appInterfaces.ts';
export { appFolder } from './server/base/appFolder.ts';
export { getBusinessName } from './server/base/businessName.ts';
export { HttpError, notFound, type Sentence, unauthorized } from './server/base/httpError.ts';
export { importDefault } from './server/base/importDefault.ts';
export { EnvironmentError } from './server/base/operatorErrors.ts';
export { getServerTexts, type RequestTexts } from './server/base/serverTexts.ts';
export {
  formatDateTime,
  getDayRange,
  getLastWeeks,
  getMonthRange,
  getToday,
  hasOffset,
  isWallTime,
  parseLocalTime,
  type TimeRange,
  toIsoString,
  type Week,
} from './server/base/time.ts';
export { createEventLoopYield } from './server/base/yieldToEventLoop.ts';
export { toWireRecord } from './server/calls/wireRecord.ts';
export {
  type Config,
  type Environment,
  type FrameConfig,
  integerVariable,
  readVariables,
} from './server/config.ts';
export type { Services } from './server/createServices.ts';
export { defineServer } from './server/defineServer.ts';
export type { FileStore, SavedFile } from './server/files/fileStore.ts';
export type { FileOwner, UrlReader } from './server/files/fileUrls.ts';
export {
  type Account,
  type CallActivities,
  type CallHandler,
  type CallHandlers,
  type CallInput,
  type ServedCall,
  serveCalls,
} from './server/http/callHandler.ts';
export { defineEndpoint, type Endpoint, type EndpointInput } from './server/http/endpoints.ts';
export { defineJob, type Job, type JobContext } from './server/jobs/defineJob.ts';
export { createProfileEvent, createSessionsEvent } from './server/live/accountEvents.ts';
export type { NewEvent } from './server/live/changeEvents.ts';
export type { MessageKind } from './server/outbox/messageKinds.ts';
export { addToOutbox } from './server/outbox/outboxRows.ts';
export { notifyByMail, notifyPersonByMail } from './server/outbox/securityMail.ts';
export { type Publish, transact } from './server/outbox/transact.ts';

export type { ServerParts } from './server/parts.ts';
export {
  type NotificationInput,
  type NotifyTransaction,
  notify,
  sendMail,
} from './server/records/operations/notify.ts';
export { records } from './server/records/operations/recordsApi.ts';
export {
  accountContext,
  systemContext,
  type TransactionContext,
  transaction,
  trustedContext,
} from './server/records/operations/recordsContext.ts';
export { refreshLookups } from './server/records/operations/refreshLookups.ts';
export type { HookContext, RecordsContext } from './server/records/read/operationContext.ts';
export type { RecordsApi } from './server/records/read/recordsApiTypes.ts';
export {
  type AfterAllContext,
  type AfterChangesContext,
  type CommitContext,
  defineHooks,
  type Hooks,
  type TransactionHookContext,
} from './server/records/write/runHooks.ts';

export { type ChangeContext, defineChange } from './server/schemaSync/customChanges.ts';

export type { Command, Demo, ServerPlugin } from './server/serverParts.ts';
