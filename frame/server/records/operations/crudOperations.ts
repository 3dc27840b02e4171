import { newId } from '../../db/newId.ts';
import type { Publish } from '../../outbox/transact.ts';
import { getWritableFields, parseWritableValues } from '../access/fieldAccess.ts';
import { findRow } from '../read/findRecords.ts';
import type { OperationContext } from '../read/operationContext.ts';
import { type CollectionDb, toCollectionDb } from '../schema/collectionDb.ts';
import { type RecordValues, toRecordValues } from '../schema/recordRow.ts';
import { getChildRows, readCurrentRecord } from '../write/childRecords.ts';
import { isLargeCascade } from '../write/deleteCascade.ts';
import { refuseUnwritable } from '../write/refuseUnwritable.ts';
import { applyUpdate, deleteHeldRecord, insertRecord, writeChildren } from '../write/writeRecord.ts';
import { lockRow, noteChange, refuseStale, runInTransaction } from '../write/writeTransaction.ts';

/** Writes a new record and gives it. Throws a Refusal: 400 at invalid fields, 409 at values that are taken. */
export async function createRecord(scene: OperationContext, sent: RecordValues): Promise<RecordValues> {
  const { fields } = scene.collection.resource;
  const now = Date.now();
  const id = newId(now);
  const made = await runInTransaction(scene, async (db, publish) => {
    const row = await insertRecord(scene, db, publish, sent, { id, now });
    const named = Object.keys(sent).filter((name) => Object.hasOwn(fields, name));
    await noteChange(scene, db, id, named);
    return row;
  });
  return readCurrentRecord(scene, made);
}

/**
 * Changes a record, in full or in part, and gives it as it is now. Throws a Refusal: 404 where it is not there or not
 * this person's, 409 where `version` is given and no longer the record's, else as for a new one.
 */
export async function updateRecord(scene: OperationContext, id: string, sent: RecordValues): Promise<RecordValues> {
  const { services, collection, account } = scene;
  const { row: changed, freedFiles: freed } = await runInTransaction(scene, async (db, publish) => {
    const row = await lockRow(scene, db, id);
    refuseStale(row, sent);
    const values = parseWritableValues(collection, account, sent, 'edit', toRecordValues(collection, row));
    const entries = getWritableFields(collection.resource, account.role, 'edit');
    const done = await applyUpdate(scene, db, publish, { row, values, entries });
    await refuseUnwritable(scene, db, { sent, writable: entries, row, changed: done.row });
    await writeChildren(scene, db, publish, row.id, getChildRows(collection, values));
    await noteChange(scene, db, row.id, done.fields);
    return done;
  });
  await services.files.discard([...freed, ...scene.freedFiles]);
  return readCurrentRecord(scene, changed);
}

/** Deletes a record and gives it as it was. Throws a Refusal: 404, or 409 while others refer to it. */
export async function deleteRecord(scene: OperationContext, id: string): Promise<RecordValues> {
  const { services, collection, account } = scene;
  const found = await findRow(toCollectionDb(services.db), services, collection, id, account);
  const remove = async (db: CollectionDb, publish: Publish) => {
    const row = await lockRow(scene, db, id);
    const record = await readCurrentRecord(scene, row, db);
    await deleteHeldRecord(scene, db, publish, row);
    await noteChange(scene, db, row.id);
    return record;
  };
  const gone = await runInTransaction(scene, remove, { long: await isLargeCascade(scene, found) });
  await services.files.discard(scene.freedFiles);
  return gone;
}
