import { sql } from 'kysely';
import { importEntries } from '../../../config/importing.ts';
import type { AnyResource } from '../../../config/resource.ts';
import { splitMany } from '../../../fields/many.ts';
import { MOST_ROW_ERRORS, type RowError } from '../../../wire/imports.ts';
import { Refusal } from '../../base/refusal.ts';
import { restNowAndThen } from '../../base/rest.ts';
import { type Texts, translateServer } from '../../base/texts.ts';
import { newId } from '../../db/newId.ts';
import type { SavedFile } from '../../files/store.ts';
import { plain } from '../../import/cells.ts';
import { type Checked, checkRows, type FieldError, type Importer, type Made } from '../../import/rows.ts';
import { readTable, type Table } from '../../import/table.ts';
import { bytesOf, importRefusal, PREVIEW } from '../../import/upload.ts';
import type { Publish } from '../../outbox/transact.ts';
import { foresight } from '../access/explainAccess.ts';
import { writable } from '../access/fieldAccess.ts';
import type { Scene } from '../read/operationContext.ts';
import { labelRecords } from '../read/recordLabels.ts';
import { type CollectionDb, collectionDb, type Row } from '../schema/collectionDb.ts';
import { columnsFor, type Values, valuesOf } from '../schema/recordRow.ts';
import { uniqueKey } from '../schema/sortKeys.ts';
import { adderOf, NotTogether } from '../write/prepareInserts.ts';
import { addRecord, type NewValues, newValues } from '../write/writeRecord.ts';
import { changing, noted } from '../write/writeTransaction.ts';
import { directoryOf, lookUp } from './importReferences.ts';

/** Rows of one file: they are written in one transaction, and nobody else writes meanwhile. */
const MOST_ROWS = 2000;
/** Values that are asked for in one query. */
const PORTION = 500;

/** A cell's text as the kind of its field holds it. */
function typed({ fields }: AnyResource, name: string, value: unknown): unknown {
  const storage = fields[name]?.kind.storage;
  if (typeof value !== 'string') return value;
  if (storage === 'flag') return { true: true, false: false }[value] ?? value;
  const isNumber = storage === 'real' || storage === 'integer' || storage === 'cents';
  return isNumber && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
}

/** What a refusal says, by field. */
const fieldErrorsOf = ({ message, details: { args, errors } }: Refusal): Record<string, FieldError> => {
  const said = Object.fromEntries(Object.entries(args ?? {}).map(([name, value]) => [name, String(value)]));
  const all = Object.entries(errors ?? { '': message });
  return Object.fromEntries(all.map(([field, text]) => [field, { message: text, args: said }]));
};

/** A row's values as the form holds them, and what is written of them. */
interface Ready extends NewValues {
  sent: Values;
}

/** How rows become records of a collection: by the rules of its form for this person. */
async function importerOf(scene: Scene, table: Table, language: Texts['language']): Promise<Importer<Ready>> {
  const { collection, account } = scene;
  const { resource, columns } = collection;
  const open = writable(resource, account.role, 'create');
  const entries = importEntries(resource, account.role).filter(({ field }) => open.has(field));
  const cells = table.rows.flatMap((row) => row.cells.flatMap((cell) => [cell, ...splitMany(cell)]));
  const named = new Set(cells.map(plain));
  const directories = new Map(
    await Promise.all(
      entries.flatMap((entry) => {
        const field = resource.fields[entry.field];
        if (!field || !['reference', 'references'].includes(field.kind.name)) return [];
        const by = entry.value ?? String((field as { value?: string }).value ?? 'id');
        return [directoryOf(scene, field, by, { named, language }).then((found) => [entry.field, found] as const)];
      }),
    ),
  );
  const seen = new Map(columns.filter(({ unique }) => unique).map(({ name }) => [name, new Set<string>()]));
  const doubles = (values: Values): Record<string, FieldError> => {
    const found: Record<string, FieldError> = {};
    for (const [name, keys] of seen) {
      const key = uniqueKey(values[name]);
      if (key !== null && keys.has(key)) found[name] = { message: 'server.valueTaken' };
      if (key !== null) keys.add(key);
    }
    return found;
  };
  return {
    resource,
    role: account.role,
    find: (field, text) => {
      const directory = directories.get(field);
      if (!directory) throw new TypeError(`${field} is no reference.`);
      return lookUp(directory, text);
    },
    make(cells) {
      const given = Object.entries(cells).filter(([name, value]) => open.has(name) && typeof value !== 'function');
      const sent = Object.fromEntries(given.map(([name, value]) => [name, typed(resource, name, value)]));
      try {
        const made = newValues(scene, sent);
        const errors = doubles(made.given);
        return Object.keys(errors).length > 0 ? { errors } : { made: { ...made, sent } };
      } catch (cause) {
        if (cause instanceof Refusal) return { errors: fieldErrorsOf(cause) };
        throw cause;
      }
    },
  };
}

/** Values that must be unique and that records have already. */
async function takenIn(scene: Scene, records: readonly Made<Ready>[], texts: Texts): Promise<RowError[]> {
  const { collection, services } = scene;
  const rowErrors: RowError[] = [];
  for (const { name, unique } of collection.columns) {
    if (!unique) continue;
    const keys = records.flatMap(({ row, made }) => {
      const key = uniqueKey(made.sent[name]);
      return key === null ? [] : [[key, row] as const];
    });
    for (let from = 0; from < keys.length; from += PORTION) {
      const rows = new Map(keys.slice(from, from + PORTION));
      const column = sql.ref(unique);
      const found = await sql<{ key: string }>`select ${column} as key from ${sql.table(collection.table)}
        where ${column} in (${sql.join([...rows.keys()])})`.execute(collectionDb(services.db));
      for (const { key } of found.rows)
        rowErrors.push({ row: rows.get(key) ?? 0, field: name, message: texts.say('server.valueTaken') });
    }
  }
  return rowErrors;
}

/** Records that whoever imports them would not see; hooks may yet make them others. */
async function unseenOf(scene: Scene, records: readonly Made<Ready>[], texts: Texts): Promise<RowError[]> {
  const { collection, services, account } = scene;
  if (services.hooks[collection.resource.name]?.before?.create) return [];
  const sees = foresight(services, collection, account);
  const rest = restNowAndThen();
  const rowErrors: RowError[] = [];
  for (const { row, made } of records) {
    await rest();
    const stored = columnsFor(collection, made.values, services.config.timeZone) as Row;
    if (!(await sees(valuesOf(collection, stored))))
      rowErrors.push({ row, field: '', message: texts.say('server.unseen') });
  }
  return rowErrors;
}

/** Writes all of them in one transaction, or nothing. */
async function write(scene: Scene, { records, fields }: Checked<Ready>, texts: Texts): Promise<void> {
  const now = Date.now();
  // In lists they stand in the order of the file.
  const ids = records.map(() => newId(now)).toSorted();
  const ready = records.map(({ made }, at) => ({ ...made, id: ids[at] as string }));
  const together = await adderOf(scene, ready, { now, fields });
  try {
    if (together) return await changing(scene, together, { long: true });
  } catch (cause) {
    if (!(cause instanceof NotTogether)) throw cause;
  }
  const rest = restNowAndThen();
  const all = async (db: CollectionDb, publish: Publish) => {
    for (const [index, { row, made }] of records.entries()) {
      await rest();
      try {
        await addRecord(scene, db, publish, made.sent, { id: ids[index] as string, now });
      } catch (cause) {
        if (!(cause instanceof Refusal) || cause.details.data) throw cause;
        // What a hook says, or what somebody else changed since the file was checked.
        const rowErrors = Object.entries(fieldErrorsOf(cause)).map(([field, { message, args }]): RowError => {
          return { row, field, message: texts.say(message, args) };
        });
        throw importRefusal(rowErrors, rowErrors.length);
      }
    }
    await noted(scene, db, ids, fields);
  };
  await changing(scene, all, { long: true });
}

/** The scene and the file of an import; the values sent with it tell whether it is a dry run. */
interface ImportRequest {
  scene: Scene;
  body: unknown;
  uploads: Record<string, SavedFile[]>;
  language: string | undefined;
}

/** Records from a CSV file: tried as often as need be, then written in one transaction. */
export async function importRecords({ scene, body, uploads, language }: ImportRequest) {
  const { services, collection, account, audit } = scene;
  const texts = translateServer(language);
  const table = await readTable(await bytesOf(uploads.file ?? [], services.files));
  if (table.rows.length > MOST_ROWS) throw Refusal.at('file', 400, 'tables.tooLong', { most: MOST_ROWS });
  const checked = await checkRows(table, await importerOf(scene, table, texts.language), texts, texts.language);
  const taken = await takenIn(scene, checked.records, texts);
  const unseen = await unseenOf(scene, checked.records, texts);
  const rowErrors = [...checked.rowErrors, ...taken, ...unseen].toSorted((one, other) => one.row - other.row);
  const errorCount = checked.errorCount + taken.length + unseen.length;
  const { records, ignored } = checked;
  const report = { rows: table.rows.length, ignored, rowErrors: rowErrors.slice(0, MOST_ROW_ERRORS), errorCount };
  if (String((body as Values | undefined)?.dryRun) !== 'true') {
    if (errorCount > 0) throw importRefusal(rowErrors, errorCount);
    await write(scene, checked, texts);
    return { ...report, written: records.length, preview: [] };
  }
  await audit.tried(checked.fields);
  // They have no ids yet: each goes by its row.
  const preview = records.slice(0, PREVIEW).map(({ row, made }): Values => ({ ...made.sent, id: String(row) }));
  await labelRecords(services, collection, preview, account);
  return { ...report, written: 0, preview };
}
