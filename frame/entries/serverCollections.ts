/**
 * Server entry for routes that a plug-in adds to collections (`collectionRoutes`): reads and writes records as the frame's
 * own routes do, with rights, rules, hooks, history and events.
 */

export { ConfigError } from '../config/configError.ts';
export { listRoles } from '../config/rights.ts';
export { getRowRule } from '../config/rowRules.ts';
export { NUMBER_STORAGES } from '../fields/kind.ts';
export { createVisibilityCheck } from '../server/records/access/explainAccess.ts';
export { getAllowedRoles, mayFindBy, mayUnmask, parseWritableValues } from '../server/records/access/fieldAccess.ts';
export {
  compileRule,
  findAudience,
  getListConditions,
  getReferenceableConditions,
  mayChangeAudience,
} from '../server/records/access/rowRules.ts';
export { runInTransaction } from '../server/records/operations/runInTransaction.ts';
export { isInKeyScope, isSourceInKeyScope } from '../server/records/query/keyScope.ts';
export {
  type AggregateQuery,
  aggregateRecords,
  groupByValue,
  groupRecords,
  limitToLast,
  type ReportGroup,
  type ReportGroups,
} from '../server/records/read/aggregate.ts';
export { createWhereContext, parseFilter } from '../server/records/read/listQuery.ts';
export {
  getDb,
  type OperationContext,
  type ReadContext,
  type WriteContext,
} from '../server/records/read/operationContext.ts';
export { addLabels } from '../server/records/read/recordLabels.ts';
export {
  listRecords,
  parseBody,
  RECORD_PATH,
  type Route,
  type RouteRequest,
  readRequestedRecord,
} from '../server/records/routes/recordRoute.ts';
export { listQuerySchema, type ResourceSchemas } from '../server/records/routes/recordSchemas.ts';
export type { Column, CompiledRule } from '../server/records/schema/collection.ts';
export { pagesById } from '../server/records/schema/pagesById.ts';
export type { RecordValues } from '../server/records/schema/recordRow.ts';
export { findBrokenRule, findClashes } from '../server/records/schema/ruleConditions.ts';
export { canInsertInBulk } from '../server/records/write/bulkConditions.ts';
export { clearMissingReferences } from '../server/records/write/checkReferences.ts';
export { readCurrentRecord } from '../server/records/write/childRecords.ts';
export { completeNewValues, type NewValues, parseNewValues } from '../server/records/write/defaultValues.ts';
export { deleteWithCascade } from '../server/records/write/deleteCascade.ts';
export { planInserts } from '../server/records/write/planRows.ts';
export { isAccountTable } from '../server/records/write/recordAccount.ts';
export { RESTORED_ACTION } from '../server/records/write/recordHistory.ts';
export { findRefusal, toConflictRefusal } from '../server/records/write/refuseConflicts.ts';
export { requirePermission } from '../server/records/write/requirePermission.ts';
export { moveFromTrash } from '../server/records/write/trashCascade.ts';
export { applyUpdate, insertRecord, writeInserts } from '../server/records/write/writeRecords.ts';
export { lockRow, noteChange, refuseAt, refuseStale } from '../server/records/write/writeTransaction.ts';
