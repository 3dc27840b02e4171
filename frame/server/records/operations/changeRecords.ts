import { newId } from '../../db/newId.ts';
import type { Publish } from '../../outbox/transact.ts';
import { valuesFrom, writable } from '../access/fieldAccess.ts';
import { findRow } from '../read/findRecords.ts';
import type { Scene } from '../read/operationContext.ts';
import { type CollectionDb, collectionDb } from '../schema/collectionDb.ts';
import { type Values, valuesOf } from '../schema/recordRow.ts';
import { recordOf, rowsIn } from '../write/childRecords.ts';
import { takesMany } from '../write/deleteCascade.ts';
import { refuseUnwritable } from '../write/refuseUnwritable.ts';
import { addRecord, removeRow, writeChange, writeChildren } from '../write/writeRecord.ts';
import { changing, noted, refuseStale, rowToChange } from '../write/writeTransaction.ts';

/** Writes a new record and gives it. Throws a Refusal: 400 at invalid fields, 409 at values that are taken. */
export async function createRecord(scene: Scene, sent: Values): Promise<Values> {
  const { fields } = scene.collection.resource;
  const now = Date.now();
  const id = newId(now);
  const made = await changing(scene, async (db, publish) => {
    const row = await addRecord(scene, db, publish, sent, { id, now });
    const named = Object.keys(sent).filter((name) => Object.hasOwn(fields, name));
    await noted(scene, db, id, named);
    return row;
  });
  return recordOf(scene, made);
}

/**
 * Changes a record, in full or in part, and gives it as it is now. Throws a Refusal: 404 where it is not there or not
 * this person's, 409 where `version` is given and no longer the record's, else as for a new one.
 */
export async function updateRecord(scene: Scene, id: string, sent: Values): Promise<Values> {
  const { services, collection, account } = scene;
  const { changed, freed } = await changing(scene, async (db, publish) => {
    const row = await rowToChange(scene, db, id);
    refuseStale(row, sent);
    const values = valuesFrom(collection, account, sent, 'edit', valuesOf(collection, row));
    const entries = writable(collection.resource, account.role, 'edit');
    const done = await writeChange(scene, db, publish, { row, values, entries });
    await refuseUnwritable(scene, db, { sent, writable: entries, row, changed: done.changed });
    await writeChildren(scene, db, publish, row.id, rowsIn(collection, values));
    await noted(scene, db, row.id, done.fields);
    return done;
  });
  await services.files.discard([...freed, ...scene.freed]);
  return recordOf(scene, changed);
}

/** Deletes a record and gives it as it was. Throws a Refusal: 404, or 409 while others refer to it. */
export async function deleteRecord(scene: Scene, id: string): Promise<Values> {
  const { services, collection, account } = scene;
  const found = await findRow(collectionDb(services.db), services, collection, id, account);
  const remove = async (db: CollectionDb, publish: Publish) => {
    const row = await rowToChange(scene, db, id);
    const record = await recordOf(scene, row, db);
    await removeRow(scene, db, publish, row);
    await noted(scene, db, row.id);
    return record;
  };
  const gone = await changing(scene, remove, { long: await takesMany(scene, found) });
  await services.files.discard(scene.freed);
  return gone;
}
