import { sql } from 'kysely';
import { isReferring } from '../../fields/fieldTypes.ts';
import type { Db } from '../db/databaseSchema.ts';
import { getTableConditions } from '../records/query/wherePath.ts';
import { type Collection, getTrashTable } from '../records/schema/collection.ts';
import { toCollectionDb } from '../records/schema/collectionDb.ts';
import { toUniqueKey } from '../records/schema/indexKeys.ts';
import { STORAGE_CODECS } from '../records/schema/storageCodecs.ts';
import type { StoredNames } from '../records/tables/planCollections.ts';
import type { AffectedRecords } from './changeSteps.ts';
import type { FieldMatch, ResourceMatch } from './compareShapes.ts';
import type { ExistingTable, RecordTable } from './existingTables.ts';
import type { FieldShape } from './resourceShape.ts';
import {
  countInTables,
  countRows,
  createOutcome,
  type FieldOutcome,
  isNewField,
  readRecords,
  type StoredRecord,
} from './rowOutcomes.ts';

/** Effect of a change on the values of a field in all records. */
export interface FieldImpact {
  filled: number;
  givenUp: number;
  changed: number;
  unfit: AffectedRecords;
  missing: AffectedRecords;
  doubles: AffectedRecords;
}

export interface SyncContext {
  places: StoredNames;
  /** Collections on tables that migrations created. */
  existingCollections: readonly Collection[];
  tables: readonly ExistingTable[];
  zone: string;
}

const MAX_IDS = 10;

export class AffectedCounter implements AffectedRecords {
  rows = 0;
  trashed = 0;
  readonly ids: string[] = [];
  values?: Record<string, number>;
  add(id: string, isTrash: boolean, value?: string): void {
    this.rows += 1;
    if (isTrash) this.trashed += 1;
    if (this.ids.length < MAX_IDS) this.ids.push(id);
    if (value === undefined) return;
    this.values ??= {};
    this.values[value] = (this.values[value] ?? 0) + 1;
  }
}

class ImpactCounter implements FieldImpact {
  filled = 0;
  givenUp = 0;
  changed = 0;
  unfit = new AffectedCounter();
  missing = new AffectedCounter();
  doubles = new AffectedCounter();
}

/** Returns those of `keys` that a reference may name, including records in the trash; undefined if that is unknown. */
async function findExistingKeys(
  db: Db,
  { rule }: FieldShape,
  { places, existingCollections, tables }: SyncContext,
  keys: readonly string[],
): Promise<Set<string> | undefined> {
  const { to, value: by = 'id' } = rule as { to?: string; value?: string };
  const place = places[String(to)];
  const collection = place ? undefined : existingCollections.find(({ resource }) => resource.name === to);
  const table = place?.table ?? collection?.table;
  const keyColumn = place ? place.values[by] : collection?.columns.find(({ name }) => name === by)?.valueColumn;
  const column = by === 'id' ? 'id' : keyColumn;
  if (!table || !column) return undefined;
  const found = tables.find(({ name }) => name === table);
  if (!found) return new Set();
  if (!found.columns.includes(column)) return undefined;
  const where = [sql`${sql.ref(column)} in (${sql.join(keys)})`, ...(collection ? getTableConditions(collection) : [])];
  const trash = place && tables.find(({ name, columns }) => name === getTrashTable(table) && columns.includes(column));
  const selects = [table, ...(trash ? [trash.name] : [])].map(
    (name) => sql`select ${sql.ref(column)} as key from ${sql.table(name)} where ${sql.join(where, sql` and `)}`,
  );
  const { rows } = await sql<{ key: string }>`${sql.join(selects, sql` union all `)}`.execute(db);
  return new Set(rows.map(({ key }) => String(key)));
}

/** True if a field refers to another resource than before. */
const hasNewTarget = ({ before, after, field }: FieldMatch) =>
  before !== undefined &&
  isReferring(field) &&
  (before.rule.to !== after.rule.to || before.rule.value !== after.rule.value);

/** A field whose new value is computed in each record. */
export interface ComputedField {
  match: FieldMatch;
  compute: ReturnType<typeof createOutcome>;
}
interface RecordOutcome {
  id: string;
  outcome: FieldOutcome;
}

/** Computes the new values of a field in these records. References to missing records do not fit. */
export async function computeOutcomes(
  db: Db,
  { match, compute }: ComputedField,
  page: readonly StoredRecord[],
  context: SyncContext,
): Promise<RecordOutcome[]> {
  const results = page.map((record) => ({ id: record.row.id, outcome: compute(record.context) }));
  if (!hasNewTarget(match)) return results;
  const keys = results.flatMap(({ outcome }) => (outcome.unfit ? [] : toKeys(outcome)));
  const existing = keys.length > 0 ? await findExistingKeys(db, match.after, context, [...new Set(keys)]) : undefined;
  if (!existing) return results;
  return results.map(({ id, outcome }): RecordOutcome => {
    const isDangling = !outcome.unfit && !toKeys(outcome).every((key) => existing.has(key));
    return { id, outcome: isDangling ? { value: outcome.value, unfit: true, changed: false } : outcome };
  });
}

const toKeys = ({ value }: FieldOutcome) => [value ?? []].flat().map(String);

interface MeasuredField extends ComputedField {
  impact: ImpactCounter;
  /** First record of each unique key; '' once it is reported. */
  firstIds: Map<string, string>;
}

function countOutcome(
  { match, impact, firstIds }: MeasuredField,
  { id, outcome }: RecordOutcome,
  isTrash: boolean,
): void {
  const { before, after } = match;
  const { value, unfit, missing, filled, givenUp, changed } = outcome;
  if (unfit) impact.unfit.add(id, isTrash, before?.rule.choices || before?.rule.open ? String(value) : undefined);
  // The restore of a record checks required and unique fields.
  if (missing && !isTrash) impact.missing.add(id, isTrash);
  if (filled) impact.filled += 1;
  if (givenUp) impact.givenUp += 1;
  if (changed) impact.changed += 1;
  // An unfit value stays if its column stays.
  const stays = !unfit || before?.storage === after.storage;
  if (!after.unique || value === null || !stays || isTrash) return;
  const key = toUniqueKey(STORAGE_CODECS[after.storage].encode(value, 'UTC')) ?? '';
  const first = firstIds.get(key);
  if (first) impact.doubles.add(first, isTrash);
  if (first !== undefined) impact.doubles.add(id, isTrash);
  firstIds.set(key, first === undefined ? id : '');
}

/** True for a new field that gets one value in all records, or none. */
export const hasConstantDefault = ({ field, after }: FieldMatch): boolean =>
  field.default === undefined || (typeof field.default !== 'function' && after.storage !== 'links');

/** Counts the effect of new fields that get one value in all records, or none. */
async function countNewFields(db: Db, { table }: ResourceMatch, fields: readonly MeasuredField[]) {
  if (fields.length === 0) return;
  const total = await countRows(db, table);
  for (const { match, impact } of fields) {
    const { field, after } = match;
    const hasDefault = field.default !== undefined && field.default !== null;
    if (hasDefault) impact.filled = total;
    const isShared = hasDefault && after.unique && total > 1;
    const isMissing = !hasDefault && after.required;
    if (!isShared && !isMissing) continue;
    const counter = isShared ? impact.doubles : impact.missing;
    const first = await toCollectionDb(db).selectFrom(table).select('id').orderBy('id').limit(MAX_IDS).execute();
    for (const { id } of first) counter.add(id, false);
    counter.rows = total;
  }
}

/** Measures the effect on fields whose values may change. References to tables that do not exist yet are dangling. */
export async function measureChange(
  db: Db,
  resource: ResourceMatch,
  context: SyncContext,
): Promise<Map<FieldMatch, FieldImpact>> {
  const measured = new Map<FieldMatch, FieldImpact>();
  const fields: MeasuredField[] = [];
  for (const match of resource.fields) {
    const impact = new ImpactCounter();
    measured.set(match, impact);
    if (becomesComputed(match))
      await countEnteredValues(db, resource.recordTables, match.before as FieldShape, impact.unfit);
    if (match.after.computed || !(match.needsCheck || isNewField(match))) continue;
    fields.push({ match, compute: createOutcome(match, resource.name, context.zone), impact, firstIds: new Map() });
  }
  if (!resource.before) return measured;
  const [constant, computed] = [true, false].map((isConstant) =>
    fields.filter(({ match }) => (isNewField(match) && hasConstantDefault(match)) === isConstant),
  ) as [MeasuredField[], MeasuredField[]];
  await countNewFields(db, resource, constant);
  if (computed.length === 0) return measured;
  const matches = computed.map(({ match }) => match);
  for await (const { table, page } of readRecords(db, resource, matches, context.zone))
    for (const field of computed)
      for (const result of await computeOutcomes(db, field, page, context)) countOutcome(field, result, table.isTrash);
  return measured;
}

/** True if a field that people filled in becomes computed. */
const becomesComputed = ({ before, after }: FieldMatch) =>
  Boolean(before && !before.dropped && !before.computed && after.computed);

/** Counts the values of a field that becomes computed as unfit, because the computed ones would replace them. */
async function countEnteredValues(
  db: Db,
  tables: readonly RecordTable[],
  before: FieldShape,
  unfit: AffectedCounter,
): Promise<void> {
  if (before.storage === 'links') return;
  for (const { name, isTrash } of tables) {
    const entered = toCollectionDb(db).selectFrom(name).select('id').where(sql.ref(before.value), 'is not', null);
    for (const { id } of await entered.orderBy('id').limit(MAX_IDS).execute()) unfit.add(id, isTrash);
  }
  unfit.rows = await countInTables(db, tables, before);
  const filledTrash = tables.filter(({ isTrash }) => isTrash);
  unfit.trashed = await countInTables(db, filledTrash, before);
}
