import { createHash } from 'node:crypto';
import { type Account, HttpError, type RequestTexts, type SavedFile, type Services } from 'portal-frame/server';
import type { Db } from 'portal-frame/server/database';
import { formatMultiValue, parseMultiValue } from 'portal-frame/server/plugins';
import { z } from 'zod';
import type { ImportColumns, ImportMapping } from '../wire/importCalls.ts';
import { readUpload } from './importUpload.ts';
import { createHeadingCheck, findNearestField, type ImportTarget, listEntries, matchColumns } from './matchColumns.ts';
import { readCell, toMatchKey, withoutMidnight } from './readCell.ts';
import { type CsvTable, readCsv } from './readCsv.ts';

const MAX_JOINED_COLUMNS = 4;
const MAX_UNKNOWN_VALUES = 30;
const SAMPLES = 3;
const SAMPLE_LENGTH = 60;
const column = z.number().int().min(0).max(199);
const mappingSchema = z.object({
  fields: z.record(
    z.string().max(64),
    z.union([
      z.strictObject({ columns: z.array(column).min(1).max(MAX_JOINED_COLUMNS) }),
      z.strictObject({ text: z.string().max(200) }),
    ]),
  ),
  values: z.record(z.string().max(64), z.record(z.string().max(200), z.string().max(200))),
});

/** A file to import. */
export interface ImportFile extends ImportTarget {
  services: Services;
  account: Account;
  body: unknown;
  uploads: readonly SavedFile[] | undefined;
  texts: RequestTexts;
}

/** Parses the mapping of a request. Throws an HttpError (400) at fields and columns that are not there. */
function parseMapping(text: string, file: ImportTarget, header: readonly string[]): ImportMapping {
  try {
    const mapping = mappingSchema.parse(JSON.parse(text));
    const names = new Set(listEntries(file).map(({ field }) => field));
    const isKnown = Object.entries(mapping.fields).every(
      ([field, from]) => names.has(field) && (!('columns' in from) || from.columns.every((at) => at < header.length)),
    );
    if (isKnown) return mapping;
  } catch {
    // Refused below: it was made by a program.
  }
  throw HttpError.forField('mapping', 400, 'tables.badMapping');
}

/** Proposes the fields of columns by their headings; those with a wrong letter, too. */
function proposeMapping(file: ImportFile, header: readonly string[]): ImportMapping {
  const found = new Map([...matchColumns(file, header, file.texts).fields].map(([at, { field }]) => [field, at]));
  for (const [at, heading] of header.entries()) {
    const field = heading === '' ? undefined : findNearestField(file, heading);
    if (field !== undefined && !found.has(field) && ![...found.values()].includes(at)) found.set(field, at);
  }
  return { fields: Object.fromEntries([...found].map(([field, at]) => [field, { columns: [at] }])), values: {} };
}

/** Returns a table whose headings are fields, with joined cells and replaced values. */
function applyMapping(
  { resource }: ImportTarget,
  { fields, values }: ImportMapping,
  { rows, ...table }: CsvTable,
): CsvTable {
  const names = Object.keys(fields);
  const toCell = (name: string, cells: readonly string[]) => {
    const from = fields[name];
    if (!from || 'text' in from) return from?.text ?? '';
    const joined = from.columns.map((at) => cells[at] ?? '').filter(Boolean);
    const isMoment = resource.fields[name]?.kind.input === 'dateTime' && joined.length > 1;
    const parts = isMoment ? joined.map((part, at) => (at === 0 ? withoutMidnight(part) : part)) : joined;
    const text = parts.join(resource.fields[name]?.kind.separator ?? ' ');
    const replace = (part: string) => values[name]?.[toMatchKey(part)] ?? part;
    const isMany = values[name] && resource.fields[name]?.kind.input === 'references';
    return isMany ? formatMultiValue(parseMultiValue(text).map(replace)) : replace(text);
  };
  return {
    ...table,
    header: names,
    rows: rows.map(({ number, cells }) => ({ number, cells: names.map((name) => toCell(name, cells)) })),
  };
}

/** Finds cells that are none of the choices of their field, and names of references that the person has assigned. */
function findUnknownValues(
  file: ImportFile,
  { fields, values }: ImportMapping,
  table: CsvTable,
): ImportColumns['unknownValues'] {
  const mapped = applyMapping(file, { fields, values: {} }, table);
  return mapped.header.flatMap((name, at) => {
    const field = file.resource.fields[name];
    const isChoice = field?.kind.input === 'choice';
    if (!field || !(isChoice || values[name])) return [];
    const isUnknown = (cell: string) =>
      isChoice
        ? !('value' in readCell(field, cell, file.texts.language))
        : values[name]?.[toMatchKey(cell)] !== undefined;
    const unknown = new Map<string, string>();
    for (const { cells } of mapped.rows) {
      const cell = cells[at] ?? '';
      for (const part of field.kind.input === 'references' ? parseMultiValue(cell) : [cell]) {
        const key = toMatchKey(part);
        if (part === '' || unknown.has(key) || unknown.size >= MAX_UNKNOWN_VALUES) continue;
        if (isUnknown(part)) unknown.set(key, part);
      }
    }
    return unknown.size > 0 ? [{ field: name, values: [...unknown.values()] }] : [];
  });
}

/** Adds the names of references that the check of the rows did not find. */
export function addUnknownNames(columns: ImportColumns, names: ImportColumns['unknownValues']): ImportColumns {
  const all = [...columns.unknownValues, ...names];
  const byField = Map.groupBy(all, ({ field }) => field);
  const unknownValues = [...byField].map(([field, some]) => ({ field, values: some.flatMap(({ values }) => values) }));
  return { ...columns, unknownValues };
}

/** One mapping for each account, resource and list of headings. */
const toMappingId = ({ account, resource }: ImportFile, header: readonly string[]) =>
  createHash('sha256')
    .update(JSON.stringify([account.id, resource.name, header.map(toMatchKey)]))
    .digest('hex');

const findRemembered = async (db: Db, id: string) =>
  (await db.selectFrom('import_mappings').select('value').where('id', '=', id).executeTakeFirst())?.value;

const remember = (db: Db, id: string, mapping: ImportMapping) => {
  const row = { value: JSON.stringify(mapping), changed_at: Date.now() };
  return db
    .insertInto('import_mappings')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
};

const toSamples = ({ header, rows }: CsvTable) =>
  header.map((_, at) => {
    const filled = rows.flatMap(({ cells }) => cells[at] || []);
    return [...new Set(filled)].slice(0, SAMPLES).map((cell) => cell.slice(0, SAMPLE_LENGTH));
  });

/**
 * Reads an uploaded CSV file. Columns become fields by the mapping of the request, else by the one that this person used
 * for these headings, else by their headings. A mapping of the request is remembered. Throws an HttpError (400).
 */
export async function openImport(
  file: ImportFile,
): Promise<{ table: CsvTable; columns: ImportColumns; ignored?: string[] }> {
  const { services, body, uploads } = file;
  const table = await readCsv(await readUpload(uploads ?? [], services.files), createHeadingCheck(file));
  const { header, skippedLines = 0 } = table;
  const id = toMappingId(file, header);
  const { mapping: sent } = (body ?? {}) as { mapping?: string };
  const stored = sent ?? (await findRemembered(services.db, id));
  const mapping = stored === undefined ? undefined : parseMapping(stored, file, header);
  if (sent !== undefined && mapping) await remember(services.db, id, mapping);
  const proposed = mapping ?? proposeMapping(file, header);
  const columns = {
    ...{ headings: header, samples: toSamples(table), mapping: proposed, skippedLines },
    isRemembered: sent === undefined && mapping !== undefined,
    unknownValues: findUnknownValues(file, proposed, table),
  };
  if (!mapping) return { table, columns };
  const used = new Set(Object.values(mapping.fields).flatMap((from) => ('columns' in from ? from.columns : [])));
  const ignored = header.filter((heading, at) => heading !== '' && !used.has(at));
  return { table: applyMapping(file, mapping, table), columns, ignored };
}
