import type { Told } from '../audit/entries.ts';
import type { Tell } from '../outbox/transact.ts';
import { newId } from '../store/id.ts';
import { collectionOf } from './ask.ts';
import { addRecord, rowToChange, type Scene, writeChange } from './changes.ts';
import type { CollectionDb } from './db.ts';
import type { Values } from './rowValues.ts';

/** What a hook changes besides its own record, in the same transaction. */
export interface Along {
  /**
   * Adds a record of any collection and gives its id. It has its defaults, hooks, history, audit entry and live event; its
   * values are the hook's, whatever the person may fill in, and the person must see it.
   */
  add(collection: string, values: Values): Promise<string>;
  /** Changes a record that the person sees, in the same way. */
  change(collection: string, id: string, values: Values): Promise<void>;
  /** Names what else the hook changed for the audit trail. */
  note(entry: NonNullable<Told['also']>[number]): void;
  /** Tells live what else it changed. */
  tell: Tell;
}

export function alongOf(scene: Scene, db: CollectionDb, tell: Tell): Along {
  const note = (entry: NonNullable<Told['also']>[number]) => void scene.along.push(entry);
  const within = (name: string): Scene => ({ ...scene, collection: collectionOf(scene.services, name) });
  return {
    note,
    tell,
    async add(name, values) {
      const id = newId(Date.now());
      await addRecord(within(name), db, tell, {}, { id, now: Date.now(), fixed: values });
      note({ deed: 'create', resource: name, recordId: id, fields: Object.keys(values) });
      return id;
    },
    async change(name, id, values) {
      const inner = within(name);
      const row = await rowToChange(inner, db, id);
      const { fields, freed } = await writeChange(inner, db, tell, { row, values, entries: new Map() });
      scene.freed.push(...freed);
      if (fields.length > 0) note({ deed: 'change', resource: name, recordId: id, fields });
    },
  };
}
