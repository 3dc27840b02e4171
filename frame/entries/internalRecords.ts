/** Internals of records and requests, until the records API offers them. They may change without notice. */

export { rejectTakenValues } from '../server/accounts/accountRows.ts';

export { accountToWire } from '../server/calls/accountHandlers.ts';
export { sessionsToWire } from '../server/calls/sessions.ts';
export { createNetworkLimits } from '../server/calls/signInLimits.ts';
export { toWireRecord } from '../server/calls/wireRecord.ts';

export { describeReply, errorReplySchema } from '../server/http/openapi.ts';
export { logRequestError, toHttpError } from '../server/http/replies.ts';
export { createSecretLimit } from '../server/http/secretAddressLimit.ts';
export { rejectUndeclaredFields, rejectUnknownParameters } from '../server/http/unknownNames.ts';
export { parseOrReject, parseSchema, toFieldErrors } from '../server/http/validate.ts';

export { getAllowedRoles } from '../server/records/access/fieldAccess.ts';
export { getVisibleConditions } from '../server/records/access/rowRules.ts';
export {
  findInDirectory,
  loadReferenceDirectory,
  type ReferenceDirectory,
} from '../server/records/operations/importReferences.ts';
export { findPage } from '../server/records/operations/readRecords.ts';
export { findAccountNames, findRow, toRecords } from '../server/records/read/findRecords.ts';
export { countRows, selectRows } from '../server/records/read/selectRecords.ts';
export { type Collection, findCollection, getCollection } from '../server/records/schema/collection.ts';
export { type CollectionRow, toCollectionDb } from '../server/records/schema/collectionDb.ts';
export { toUniqueKey } from '../server/records/schema/indexKeys.ts';
export { insertRow, readLinks } from '../server/records/schema/linkRows.ts';
export { type RecordValues, toRecordValues, toRowColumns } from '../server/records/schema/recordRow.ts';
export { type CascadeResult, releaseReferences } from '../server/records/write/deleteCascade.ts';

export { eraseDroppedRecords } from '../server/schemaSync/eraseDropped.ts';
