import type { Activity } from '../../activity/activityLog.ts';
import { HttpError } from '../../base/httpError.ts';
import { RECORD_META_KEYS, rejectUnknownRecordFields } from '../access/unknownRecordFields.ts';
import { withoutKeyScope } from '../query/keyScope.ts';
import { createTransactionLists, type OperationContext, type RecordsContext } from '../read/operationContext.ts';
import {
  type AggregateOptions,
  type CreateOptions,
  type FindRecordsOptions,
  MAX_RECORDS,
  type RecordSelection,
  type RecordsApi,
} from '../read/recordsApiTypes.ts';
import { getCollection } from '../schema/collection.ts';
import type { RecordValues } from '../schema/recordRow.ts';
import { isAccountTable } from '../write/recordAccount.ts';
import { refuseDerivedValues } from '../write/refuseUnwritable.ts';
import { refuseAt } from '../write/writeTransaction.ts';
import { createRecord, createRecords } from './createRecord.ts';
import { deleteRecord } from './deleteRecord.ts';
import { aggregate, countRecords, findRecord, findRecords } from './readRecords.ts';
import { createOperationActivity, requireAccount, transaction } from './recordsContext.ts';
import { runAction, runActionOnMany } from './runAction.ts';
import { updateRecord, updateRecords } from './updateRecord.ts';

function createOperation(
  context: RecordsContext,
  name: string,
  operation: Activity['operation'],
  action?: string,
): OperationContext {
  const { services, request, actor, transaction: open } = context;
  const info = { operation, resource: name, ...(action && { action }) };
  return {
    ...{ services, collection: getCollection(services, name), request, actor },
    account: open?.isHook ? withoutKeyScope(requireAccount(context)) : requireAccount(context),
    ...{ activity: createOperationActivity(context, info), ...(open ?? createTransactionLists()) },
  };
}

/** Throws an HttpError (400) at unknown fields. Hooks have a check of their own (write/hookLimits.ts). */
function checkNames({ isHook, collection, account }: OperationContext, values: RecordValues): RecordValues {
  if (!isHook) rejectUnknownRecordFields(collection.resource, account.role, values, RECORD_META_KEYS);
  return values;
}

/** Throws an HttpError (400) at unknown fields of a new record, and at those that nobody can fill in. */
function checkNewNames(operation: OperationContext, values: RecordValues): RecordValues {
  if (!operation.isHook) refuseDerivedValues(operation, values);
  return checkNames(operation, values);
}

/** Throws a TypeError for an existing table whose rows only their own calls create or delete. */
function requireWritableTable({ collection }: OperationContext, operation: 'create' | 'delete'): void {
  const { name, table } = collection.resource;
  if (table && table.writable !== true && !table.writable?.includes(operation) && !isAccountTable(collection))
    throw new TypeError(`${name}: without table.writable, the API does not ${operation} records.`);
}

/** Finds the ids of records. On PostgreSQL it locks those of a condition. */
async function selectIds(context: RecordsContext, name: string, which: RecordSelection): Promise<string[]> {
  if (!('where' in which)) return [...new Set(which)].toSorted();
  const options = {
    where: which.where,
    sort: { field: 'id', order: 'ASC' },
    perPage: MAX_RECORDS,
    fields: [],
  } as const;
  const find = (lock: boolean) => findRecords(createOperation(context, name, 'list'), { ...options, lock });
  const locks = context.services.store.kind === 'postgres';
  const { records: found, total } = await find(locks);
  if (total > MAX_RECORDS) throw new HttpError(400, 'server.tooManyRecords', { args: { most: MAX_RECORDS } });
  const ids = found.map(({ id }) => String(id));
  if (!locks) return ids;
  // Other transactions may have changed them before the locks.
  const current = new Set((await find(false)).records.map(({ id }) => String(id)));
  return ids.filter((id) => current.has(id));
}

/** Runs `write` for each item, in one transaction. */
const writeAll = <I>(
  context: RecordsContext,
  items: (tx: RecordsContext) => Promise<readonly I[]>,
  write: (api: RecordsApi, item: I) => Promise<RecordValues>,
) =>
  transaction(context, async (tx) => {
    const written: RecordValues[] = [];
    for (const item of await items(tx)) written.push(await write(records(tx), item));
    return written;
  });

/**
 * Reads and writes records with the rights of `context`. That is `{ ...input, services }` in an endpoint or call, the
 * context of a hook, or one of `transaction`, `accountContext` and `systemContext`.
 * @example const { records: open } = await records({ ...input, services }).find('rentals', { where: { state: 'Out' } });
 */
export function records(context: RecordsContext): RecordsApi {
  const api = {
    async find(name: string, options: FindRecordsOptions = {}) {
      return findRecords(createOperation(context, name, 'list'), options);
    },
    async findOne(name: string, record: string | FindRecordsOptions, { fields }: FindRecordsOptions = {}) {
      return findRecord(createOperation(context, name, 'read'), record, fields);
    },
    async count(name: string, options: FindRecordsOptions = {}) {
      return countRecords(createOperation(context, name, 'list'), options);
    },
    async aggregate(name: string, options: AggregateOptions = {}) {
      return aggregate(createOperation(context, name, 'list'), options);
    },
    async create(name: string, values: RecordValues, options?: CreateOptions) {
      const operation = createOperation(context, name, 'create');
      requireWritableTable(operation, 'create');
      return createRecord(operation, checkNewNames(operation, values), options);
    },
    async update(name: string, id: string, values: RecordValues, { action }: { action?: string } = {}) {
      const operation = createOperation(context, name, 'change', action);
      return updateRecord(operation, id, checkNames(operation, values), action);
    },
    async delete(name: string, id: string) {
      const operation = createOperation(context, name, 'delete');
      requireWritableTable(operation, 'delete');
      return deleteRecord(operation, id);
    },
    async transition(name: string, id: string, action: string, values: RecordValues = {}) {
      return runAction(createOperation(context, name, 'change', action), action, id, values);
    },
    createMany: (name: string, many: readonly RecordValues[], { fields }: FindRecordsOptions = {}) =>
      transaction(context, async (tx) => {
        const operation = createOperation(tx, name, 'create');
        requireWritableTable(operation, 'create');
        const check = async (values: RecordValues) => checkNewNames(operation, values);
        const checked = await Promise.all(many.map((one, index) => check(one).catch(refuseAt(operation, index))));
        return createRecords(operation, checked, { fields });
      }),
    async transitionMany(name: string, ids: readonly string[], action: string, values: RecordValues = {}) {
      const operation = createOperation(context, name, 'change', action);
      return ids.length > 0 ? runActionOnMany(operation, action, { ids, values }) : [];
    },
    updateMany: (name: string, which: RecordSelection, values: RecordValues) =>
      context.transaction?.isHook
        ? transaction(context, async (tx) =>
            updateRecords(createOperation(tx, name, 'change'), await selectIds(tx, name, which), values),
          )
        : writeAll(
            context,
            (tx) => selectIds(tx, name, which),
            (one, id) => one.update(name, id, values),
          ),
    deleteMany: (name: string, which: RecordSelection) =>
      writeAll(
        context,
        (tx) => selectIds(tx, name, which),
        (one, id) => one.delete(name, id),
      ),
  } satisfies Record<keyof RecordsApi, unknown>;
  // Records of collections without a type have any values.
  return api as RecordsApi;
}
