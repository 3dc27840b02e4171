import { sql } from 'kysely';
import { getTableConditions } from '../records/access/rowRules.ts';
import { type Collection, getBinTable } from '../records/schema/collection.ts';
import type { CollectionDb } from '../records/schema/collectionDb.ts';
import { toUniqueKey } from '../records/schema/indexKeys.ts';
import { STORAGE_CODECS } from '../records/schema/storageCodecs.ts';
import type { StoredNames } from '../records/tables/planCollections.ts';
import type { AffectedRecords } from './changeSteps.ts';
import type { FieldMatch, ResourceMatch } from './compareShapes.ts';
import type { ExistingTable } from './existingTables.ts';
import type { FieldShape } from './resourceShape.ts';
import {
  countInTables,
  countRows,
  createOutcome,
  type FieldOutcome,
  isNewField,
  type RecordTable,
  readRecords,
} from './rowOutcomes.ts';

/** Effect of a change on the values of a field in all records. */
export interface FieldImpact {
  filled: number;
  givenUp: number;
  /** Number of records whose value changes. */
  changed: number;
  unfit: AffectedRecords;
  missing: AffectedRecords;
  doubles: AffectedRecords;
}

/** Tables that references may point to. */
export interface SyncContext {
  places: StoredNames;
  /** Collections on tables that migrations created. */
  existingCollections: readonly Collection[];
  tables: readonly ExistingTable[];
  zone: string;
}

const MAX_IDS = 10;

class AffectedCounter implements AffectedRecords {
  rows = 0;
  binned = 0;
  readonly ids: string[] = [];
  values?: Record<string, number>;
  add(id: string, binned: boolean, value?: string): void {
    this.rows += 1;
    if (binned) this.binned += 1;
    if (this.ids.length < MAX_IDS) this.ids.push(id);
    if (value === undefined) return;
    this.values ??= {};
    this.values[value] = (this.values[value] ?? 0) + 1;
  }
}

const REFERENCE_KINDS = ['reference', 'references'];

/** Returns those of `keys` that a reference may name, including records in the bin; undefined if that is unknown. */
async function findExistingKeys(
  db: CollectionDb,
  { rule }: FieldShape,
  { places, existingCollections: others, tables }: SyncContext,
  keys: readonly string[],
): Promise<Set<string> | undefined> {
  const { to, value: by = 'id' } = rule as { to?: string; value?: string };
  const place = places[String(to)];
  const own = others.find(({ resource }) => resource.name === to);
  const table = place?.table ?? own?.table;
  const column =
    by === 'id' ? 'id' : place ? place.values[by] : own?.columns.find(({ name }) => name === by)?.valueColumn;
  if (!table || !column) return undefined;
  const found = tables.find(({ name }) => name === table);
  if (!found) return new Set();
  if (!found.columns.includes(column)) return undefined;
  const where = [sql`${sql.ref(column)} in (${sql.join(keys)})`, ...(own && !place ? getTableConditions(own) : [])];
  const bin = place && tables.find(({ name, columns }) => name === getBinTable(table) && columns.includes(column));
  const from = [table, ...(bin ? [bin.name] : [])].map(
    (one) => sql`select ${sql.ref(column)} as key from ${sql.table(one)} where ${sql.join(where, sql` and `)}`,
  );
  const { rows } = await sql<{ key: string }>`${sql.join(from, sql` union all `)}`.execute(db);
  return new Set(rows.map(({ key }) => String(key)));
}

/** True if a field refers to another resource than before. */
export const hasNewTarget = ({ before, after }: FieldMatch) =>
  before !== undefined &&
  REFERENCE_KINDS.includes(after.kind) &&
  (!REFERENCE_KINDS.includes(before.kind) ||
    before.rule.to !== after.rule.to ||
    before.rule.value !== after.rule.value);

interface FieldInspection {
  match: FieldMatch;
  outcome: ReturnType<typeof createOutcome>;
  found: FieldImpact & { unfit: AffectedCounter; missing: AffectedCounter; doubles: AffectedCounter };
  keys: Map<string, string>;
}

function recordOutcome(
  { match, found, keys }: FieldInspection,
  id: string,
  one: FieldOutcome,
  { isBin }: RecordTable,
): void {
  if (one.unfit) found.unfit.add(id, isBin, match.before?.kind === 'choice' ? String(one.value) : undefined);
  // The restore of a record checks required and unique fields.
  if (one.missing && !isBin) found.missing.add(id, isBin);
  if (one.filled) found.filled += 1;
  if (one.givenUp) found.givenUp += 1;
  if (one.changed) found.changed += 1;
  // An unfit value stays if its column stays.
  const stays = !one.unfit || match.before?.storage === match.after.storage;
  if (!match.after.unique || one.value === null || !stays || isBin) return;
  const key = toUniqueKey(STORAGE_CODECS[match.after.storage].encode(one.value, 'UTC')) ?? '';
  const first = keys.get(key);
  if (first) found.doubles.add(first, isBin);
  if (first !== undefined) found.doubles.add(id, isBin);
  // Reports the first record only once.
  keys.set(key, first === undefined ? id : '');
}

/**
 * Reads all records of a resource and measures the effect on fields whose values may change. References to tables that
 * do not exist yet count as dangling.
 */
export async function measureChange(
  db: CollectionDb,
  resource: ResourceMatch,
  { existingCollections, places, tables, zone }: SyncContext,
): Promise<Map<FieldMatch, FieldImpact>> {
  const empty = () => ({
    ...{
      filled: 0,
      givenUp: 0,
      changed: 0,
      unfit: new AffectedCounter(),
      missing: new AffectedCounter(),
      doubles: new AffectedCounter(),
    },
  });
  const measured = new Map<FieldMatch, FieldImpact>();
  const looked: FieldInspection[] = [];
  for (const match of resource.fields) {
    const found = empty();
    measured.set(match, found);
    if (becomesComputed(match))
      await countEnteredValues(db, resource.recordTables, match.before as FieldShape, found.unfit);
    if (match.after.computed || !(match.needsCheck || isNewField(match))) continue;
    const place = `src/resources/${resource.name}.ts: fields.${match.after.name}`;
    looked.push({ match, outcome: createOutcome(match, place, zone), found, keys: new Map() });
  }
  const plain = looked.filter(({ match }) => isNewField(match) && hasConstantDefault(match));
  const each = looked.filter((one) => !plain.includes(one));
  if (!resource.before || looked.length === 0) return measured;
  const total = plain.length > 0 ? await countRows(db, resource.table) : 0;
  for (const { match, found } of plain) {
    const has = match.field.default !== undefined && match.field.default !== null;
    if (has) found.filled = total;
    const tally = has ? (match.after.unique && total > 1 ? found.doubles : undefined) : undefined;
    const wanting = tally ?? (match.after.required && !has ? found.missing : undefined);
    if (!wanting) continue;
    const first = await db.selectFrom(resource.table).select('id').orderBy('id').limit(MAX_IDS).execute();
    for (const { id } of first) wanting.add(id, false);
    wanting.rows = total;
  }
  if (each.length === 0) return measured;
  for await (const { stand, page } of readRecords(
    db,
    resource,
    each.map(({ match }) => match),
    zone,
  )) {
    for (const one of each) {
      const results = page.map(({ row, about }) => ({ id: row.id, outcome: one.outcome(about) }));
      if (hasNewTarget(one.match))
        await rejectDanglingReferences(
          db,
          one.match.after,
          { existingCollections: existingCollections, places, tables, zone },
          results,
        );
      for (const { id, outcome } of results) recordOutcome(one, id, outcome, stand);
    }
  }
  return measured;
}

/** True if a field that people filled in becomes computed. */
const becomesComputed = ({ before, after }: FieldMatch) =>
  Boolean(before && !before.dropped && !before.computed && after.computed);

async function countEnteredValues(
  db: CollectionDb,
  stands: readonly RecordTable[],
  before: FieldShape,
  unfit: AffectedCounter,
): Promise<void> {
  if (before.storage === 'links') return;
  for (const { name, isBin } of stands) {
    const typed = db.selectFrom(name).select('id').where(sql.ref(before.value), 'is not', null);
    for (const { id } of await typed.orderBy('id').limit(MAX_IDS).execute()) unfit.add(id, isBin);
  }
  unfit.rows = await countInTables(db, stands, before);
  const bins = stands.filter(({ isBin: binned }) => binned);
  unfit.binned = await countInTables(db, bins, before);
}

/** True for a new field that gets one value in all records, or none. */
export const hasConstantDefault = ({ field, after }: FieldMatch): boolean =>
  field.default === undefined || (typeof field.default !== 'function' && after.storage !== 'links');

/** Marks references to missing records as unfit. */
export async function rejectDanglingReferences(
  db: CollectionDb,
  after: FieldShape,
  ground: SyncContext,
  results: { outcome: FieldOutcome }[],
): Promise<void> {
  const named = results.flatMap(({ outcome }) => (outcome.unfit ? [] : [outcome.value ?? []].flat().map(String)));
  const there = named.length > 0 ? await findExistingKeys(db, after, ground, [...new Set(named)]) : undefined;
  if (!there) return;
  for (const one of results) {
    const { value, unfit } = one.outcome;
    if (!unfit && ![value ?? []].flat().every((key) => there.has(String(key))))
      one.outcome = { value, unfit: true, changed: false };
  }
}
