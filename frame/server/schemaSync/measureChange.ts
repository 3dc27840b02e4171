import { sql } from 'kysely';
import { recordsIn } from '../records/access/rowRules.ts';
import { binTable, type Collection } from '../records/schema/collection.ts';
import type { CollectionDb } from '../records/schema/collectionDb.ts';
import { uniqueKey } from '../records/schema/sortKeys.ts';
import { KEEPINGS } from '../records/schema/storageCodecs.ts';
import type { Places } from '../records/tables/planCollections.ts';
import type { Held } from './changeSteps.ts';
import type { FieldMatch, ResourceMatch } from './compareShapes.ts';
import type { FoundTable } from './existingTables.ts';
import type { FieldShape } from './resourceShape.ts';
import { countAll, countRows, isNew, type Outcome, outcomes, records, type Standing } from './rowOutcomes.ts';

/** What becomes of a field's values in the records that are there. */
export interface Measured {
  filled: number;
  givenUp: number;
  /** Records where something else stands afterwards. */
  changed: number;
  unfit: Held;
  missing: Held;
  doubles: Held;
}

/** Where records will stand that references may name, and the tables that are there. */
export interface Ground {
  places: Places;
  /** Those whose table is one that migrations made. */
  own: readonly Collection[];
  tables: readonly FoundTable[];
  zone: string;
}

/** Ids that are named in a message. */
const MOST_IDS = 10;

class Tally implements Held {
  rows = 0;
  binned = 0;
  readonly ids: string[] = [];
  values?: Record<string, number>;
  add(id: string, binned: boolean, value?: string): void {
    this.rows += 1;
    if (binned) this.binned += 1;
    if (this.ids.length < MOST_IDS) this.ids.push(id);
    if (value === undefined) return;
    this.values ??= {};
    this.values[value] = (this.values[value] ?? 0) + 1;
  }
}

const REFERENCES = ['reference', 'references'];

/**
 * Which of these are the keys of records that a reference may name, those in the bin among them, as references to them
 * stay; undefined where nobody here can tell.
 */
async function thereAre(
  db: CollectionDb,
  { rule }: FieldShape,
  { places, own: others, tables }: Ground,
  keys: readonly string[],
): Promise<Set<string> | undefined> {
  const { to, value: by = 'id' } = rule as { to?: string; value?: string };
  const place = places[String(to)];
  const own = others.find(({ resource }) => resource.name === to);
  const table = place?.table ?? own?.table;
  const column = by === 'id' ? 'id' : place ? place.values[by] : own?.columns.find(({ name }) => name === by)?.value;
  if (!table || !column) return undefined;
  const found = tables.find(({ name }) => name === table);
  if (!found) return new Set();
  if (!found.columns.includes(column)) return undefined;
  const where = [sql`${sql.ref(column)} in (${sql.join(keys)})`, ...(own && !place ? recordsIn(own) : [])];
  const bin = place && tables.find(({ name, columns }) => name === binTable(table) && columns.includes(column));
  const from = [table, ...(bin ? [bin.name] : [])].map(
    (one) => sql`select ${sql.ref(column)} as key from ${sql.table(one)} where ${sql.join(where, sql` and `)}`,
  );
  const { rows } = await sql<{ key: string }>`${sql.join(from, sql` union all `)}`.execute(db);
  return new Set(rows.map(({ key }) => String(key)));
}

/** Whether a field refers to other records than it did, or did not refer to any. */
export const refersAnew = ({ before, after }: FieldMatch) =>
  before !== undefined &&
  REFERENCES.includes(after.kind) &&
  (!REFERENCES.includes(before.kind) || before.rule.to !== after.rule.to || before.rule.value !== after.rule.value);

interface Looking {
  match: FieldMatch;
  outcome: ReturnType<typeof outcomes>;
  found: Measured & { unfit: Tally; missing: Tally; doubles: Tally };
  keys: Map<string, string>;
}

function look({ match, found, keys }: Looking, id: string, one: Outcome, { binned }: Standing): void {
  if (one.unfit) found.unfit.add(id, binned, match.before?.kind === 'choice' ? String(one.value) : undefined);
  // What is required, and unique, is asked for when a record comes out of the bin.
  if (one.missing && !binned) found.missing.add(id, binned);
  if (one.filled) found.filled += 1;
  if (one.givenUp) found.givenUp += 1;
  if (one.changed) found.changed += 1;
  // What does not fit stays where it is, where its column stays.
  const stays = !one.unfit || match.before?.storage === match.after.storage;
  if (!match.after.unique || one.value === null || !stays || binned) return;
  const key = uniqueKey(KEEPINGS[match.after.storage].write(one.value, 'UTC')) ?? '';
  const first = keys.get(key);
  if (first) found.doubles.add(first, binned);
  if (first !== undefined) found.doubles.add(id, binned);
  // The first of them is reported once.
  keys.set(key, first === undefined ? id : '');
}

/**
 * Looks at every record of a resource for those fields whose values may have to be another way. What refers to a table
 * that is still to be made refers to nothing.
 */
export async function measure(
  db: CollectionDb,
  resource: ResourceMatch,
  { own, places, tables, zone }: Ground,
): Promise<Map<FieldMatch, Measured>> {
  const empty = () => ({
    ...{ filled: 0, givenUp: 0, changed: 0, unfit: new Tally(), missing: new Tally(), doubles: new Tally() },
  });
  const measured = new Map<FieldMatch, Measured>();
  const looked: Looking[] = [];
  for (const match of resource.fields) {
    const found = empty();
    measured.set(match, found);
    if (isTypedIn(match)) await countTyped(db, resource.stands, match.before as FieldShape, found.unfit);
    if (match.after.computed || !(match.checks || isNew(match))) continue;
    const place = `src/resources/${resource.name}.ts: fields.${match.after.name}`;
    looked.push({ match, outcome: outcomes(match, place, zone), found, keys: new Map() });
  }
  const plain = looked.filter(({ match }) => isNew(match) && isPlain(match));
  const each = looked.filter((one) => !plain.includes(one));
  if (!resource.before || looked.length === 0) return measured;
  const total = plain.length > 0 ? await countRows(db, resource.table) : 0;
  for (const { match, found } of plain) {
    const has = match.field.default !== undefined && match.field.default !== null;
    if (has) found.filled = total;
    const tally = has ? (match.after.unique && total > 1 ? found.doubles : undefined) : undefined;
    const wanting = tally ?? (match.after.required && !has ? found.missing : undefined);
    if (!wanting) continue;
    const first = await db.selectFrom(resource.table).select('id').orderBy('id').limit(MOST_IDS).execute();
    for (const { id } of first) wanting.add(id, false);
    wanting.rows = total;
  }
  if (each.length === 0) return measured;
  for await (const { stand, page } of records(
    db,
    resource,
    each.map(({ match }) => match),
    zone,
  )) {
    for (const one of each) {
      const results = page.map(({ row, about }) => ({ id: row.id, outcome: one.outcome(about) }));
      if (refersAnew(one.match)) await refuseDangling(db, one.match.after, { own, places, tables, zone }, results);
      for (const { id, outcome } of results) look(one, id, outcome, stand);
    }
  }
  return measured;
}

/** Whether people filled in what a function gives now. */
const isTypedIn = ({ before, after }: FieldMatch) =>
  Boolean(before && !before.dropped && !before.computed && after.computed);

async function countTyped(
  db: CollectionDb,
  stands: readonly Standing[],
  before: FieldShape,
  unfit: Tally,
): Promise<void> {
  if (before.storage === 'links') return;
  for (const { name, binned } of stands) {
    const typed = db.selectFrom(name).select('id').where(sql.ref(before.value), 'is not', null);
    for (const { id } of await typed.orderBy('id').limit(MOST_IDS).execute()) unfit.add(id, binned);
  }
  unfit.rows = await countAll(db, stands, before);
  const bins = stands.filter(({ binned }) => binned);
  unfit.binned = await countAll(db, bins, before);
}

/** A new field whose records all get the same, or nothing. */
export const isPlain = ({ field, after }: FieldMatch): boolean =>
  field.default === undefined || (typeof field.default !== 'function' && after.storage !== 'links');

/** Marks as unfit what names no record. */
export async function refuseDangling(
  db: CollectionDb,
  after: FieldShape,
  ground: Ground,
  results: { outcome: Outcome }[],
): Promise<void> {
  const named = results.flatMap(({ outcome }) => (outcome.unfit ? [] : [outcome.value ?? []].flat().map(String)));
  const there = named.length > 0 ? await thereAre(db, after, ground, [...new Set(named)]) : undefined;
  if (!there) return;
  for (const one of results) {
    const { value, unfit } = one.outcome;
    if (!unfit && ![value ?? []].flat().every((key) => there.has(String(key))))
      one.outcome = { value, unfit: true, changed: false };
  }
}
