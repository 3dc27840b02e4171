/** Internals of the server for tests. They may change without notice. */

export { claimIdempotencyKey, commitIdempotencyKey } from '../server/accounts/idempotencyRows.ts';
export { markResetCodeVerified, saveResetCode } from '../server/accounts/passwordResets.ts';
export { QUOTAS } from '../server/accounts/quotas.ts';
export { addFactor } from '../server/accounts/secondFactorRows.ts';
export { endSession, markReauthenticated, openSession, touchSession } from '../server/accounts/sessionRows.ts';

export { hashAuditRow, verifyAudit } from '../server/audit/auditChain.ts';
export { openAuditJournal } from '../server/audit/auditJournal.ts';
export { createAuditQueue } from '../server/audit/auditQueue.ts';
export { createAuditTrail } from '../server/audit/auditTrail.ts';

export { createBackup, getFilePath, readBackup } from '../server/backup/createBackup.ts';
export { loadSnapshot } from '../server/backup/loadSnapshot.ts';
export { moveToPostgres } from '../server/backup/moveToPostgres.ts';
export { restoreBackup } from '../server/backup/restoreBackup.ts';
export { asAnyDb, type SnapshotRow, withSnapshot } from '../server/backup/snapshot.ts';
export { sweepUploads } from '../server/backup/sweepUploads.ts';

export { PRIVATE_FILES, PRIVATE_FOLDERS } from '../server/base/dataDir.ts';
export { languages, readLanguages } from '../server/base/languages.ts';

export { buildApp } from '../server/buildApp.ts';

export { listCalls } from '../server/calls/index.ts';

export { readConfig } from '../server/config.ts';
export { createServices } from '../server/createServices.ts';
export { findLastSuccesses } from '../server/db/commandRuns.ts';
export type { AuditRow } from '../server/db/databaseSchema.ts';
export { openDatabase, type Store } from '../server/db/openDatabase.ts';
export { createPostgresDialect } from '../server/db/postgresDialect.ts';
export { createFairQueue } from '../server/db/sqlite/fairQueue.ts';
export { createReaderPool, createThreadReaders, type ReaderPool } from '../server/db/sqlite/readerPool.ts';
export { openConnection } from '../server/db/sqlite/sqliteConnection.ts';
export { createSqliteDialect } from '../server/db/sqlite/sqliteDialect.ts';
export { createFileStore } from '../server/files/fileStore.ts';
export { rewritePicture } from '../server/files/rewritePicture.ts';
export { createFirstAdmin } from '../server/firstAdmin.ts';
export { createTokens, type TokenClaims } from '../server/http/accessTokens.ts';
export { loadEndpoints } from '../server/http/endpoints.ts';
export { createDatabasePing } from '../server/http/health.ts';
export { findUnboundedPaths } from '../server/http/lengthLimits.ts';
export { logSerializers } from '../server/http/logSerializers.ts';
export { getFieldLabel } from '../server/import/matchColumns.ts';
export { loadJobs } from '../server/jobs/defineJob.ts';
export { createJobRunner } from '../server/jobs/jobRunner.ts';
export { createSchedule } from '../server/jobs/jobSchedule.ts';

export { appendEvents } from '../server/live/changeEvents.ts';

export { openStore } from '../server/migrations/openStore.ts';
export { openApp } from '../server/openApp.ts';
export { createOutbox } from '../server/outbox/outbox.ts';
export { claimMessages } from '../server/outbox/outboxRows.ts';
export { createFcmClient } from '../server/push/fcmClient.ts';
export { savePushToken } from '../server/push/pushTokens.ts';
export { explainAccess, matchesStored } from '../server/records/access/explainAccess.ts';
export { getWritableFields, mayFindBy } from '../server/records/access/fieldAccess.ts';
export { findAudiences, getListConditions } from '../server/records/access/rowRules.ts';
export { refreshComputedColumns } from '../server/records/derived/computedColumns.ts';
export { getFormerDrops } from '../server/records/derived/derivedTables.ts';
export { emptyTrash } from '../server/records/operations/trash.ts';
export { findRowsPage } from '../server/records/read/findRecords.ts';
export { createWhereContext, parseListQuery } from '../server/records/read/listQuery.ts';
export type { RecordChange } from '../server/records/read/operationContext.ts';
export type { RouteRequest } from '../server/records/routes/recordRoute.ts';
export { createReportRoutes } from '../server/records/routes/reportRoutes.ts';
export type { Column } from '../server/records/schema/collection.ts';
export { loadResources } from '../server/records/schema/loadResources.ts';
export { createTables } from '../server/records/tables/createTables.ts';
export { planCollections } from '../server/records/tables/planCollections.ts';
export { addChildren } from '../server/records/write/childRecords.ts';
export { loadHooks } from '../server/records/write/loadHooks.ts';
export { defineHooks } from '../server/records/write/runHooks.ts';
export { defineChange, type NamedCustomChange } from '../server/schemaSync/customChanges.ts';
export { formatOrphans, formatPlan, formatUndo, getExitCode } from '../server/schemaSync/formatPlan.ts';
export { findOrphans, removeOrphans } from '../server/schemaSync/orphanedTables.ts';
export { PlanError, planOnStart, syncToConfigs } from '../server/schemaSync/syncOnStart.ts';
export { type UndoResult, undoLastChange } from '../server/schemaSync/undoChange.ts';
export { isAllowedUrl, isPublicAddress, postWebhook } from '../server/webhooks/postWebhook.ts';
export { readVisibleRecord } from '../server/webhooks/sendWebhook.ts';
