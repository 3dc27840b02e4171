import type { Db } from '../../db/databaseSchema.ts';
import type { Publish } from '../../outbox/transact.ts';
import type { HookRecords, OperationContext, WriteContext } from '../read/operationContext.ts';
import { getCollection } from '../schema/collection.ts';
import { toCollectionDb } from '../schema/collectionDb.ts';
import { checkHookValues, createNestedContext, refuseActiveRecord } from './hookLimits.ts';
import { applyUpdate, insertRecord } from './writeRecord.ts';
import { lockRow } from './writeTransaction.ts';

/** Creates the writes that hooks of record `id` may make. */
function createHookRecords(context: WriteContext, id: string): HookRecords {
  const note: HookRecords['note'] = (entry) => void context.alsoChanged.push(entry);
  const nest = (name: string) => createNestedContext(context, id, getCollection(context.services, name));
  return {
    note,
    publish: context.publish,
    async create(resource, values) {
      const nested = nest(resource);
      checkHookValues(nested.collection.resource, values, 'records.create');
      const { id: recordId } = await insertRecord(nested, {}, { fixed: values });
      note({ operation: 'create', resource, recordId, fields: Object.keys(values) });
      return recordId;
    },
    async update(resource, recordId, values) {
      const nested = nest(resource);
      checkHookValues(nested.collection.resource, values, 'records.update');
      refuseActiveRecord(nested, recordId);
      const { fields } = await applyUpdate(nested, { row: await lockRow(nested, recordId), values });
      if (fields.length > 0) note({ operation: 'change', resource, recordId, fields });
    },
  };
}

/** Adds the open transaction to the context of an operation. */
export const toWriteContext = (context: OperationContext, db: Db, publish: Publish): WriteContext => ({
  ...context,
  db: toCollectionDb(db),
  publish,
  createHookRecords,
});
