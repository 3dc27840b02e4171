import { type RawBuilder, sql } from 'kysely';
import type { DatabaseKind, Store } from '../db/openDatabase.ts';
import { writeRows } from '../records/schema/bulkRows.ts';
import { linksFor, uniqueFor } from '../records/schema/collection.ts';
import type { CollectionDb, Row } from '../records/schema/collectionDb.ts';
import { uniqueKey } from '../records/schema/sortKeys.ts';
import { inTurn } from '../records/tables/createTables.ts';
import { columnsOf, putLinks, writtenOf } from './applySteps.ts';
import { isAsBrought, makeBroughtTable } from './broughtValues.ts';
import { keepChange, type Recorded } from './changeLog.ts';
import type { Held, Step } from './changeSteps.ts';
import { across } from './convertValues.ts';
import { giveVersionsBack, putVersions } from './convertVersions.ts';
import { ranIn, runChanges } from './customChanges.ts';
import { type Asked, storedShape, tablesIn } from './planChanges.ts';
import { renameKept } from './renameStoredNames.ts';
import { type FieldShape, liveFields, liveResources, type ResourceShape, type Shape } from './resourceShape.ts';
import { fullBins, readPages, type Standing, standing, stored } from './rowOutcomes.ts';

/** Values of a field that came since, or records of a resource. */
interface Left {
  resource: string;
  field?: string;
  held: Held;
}

/** A change that was taken back, or why it cannot be. */
export interface Undone {
  number: number;
  steps: readonly Step[];
  /** Values that came since, and cannot stand where the earlier ones did: they stay where they are, unseen. */
  left: readonly Left[];
  /** Files of server/changes that were run, and say nothing of how to take it back. */
  lasting: readonly string[];
}

/** The last change that was made and not taken back; those that took one back are passed over, and what they took back. */
export function lastChange(history: readonly Recorded[]): Recorded | undefined {
  const undone = new Set(history.map(({ undoes }) => undoes));
  const last = history.find(({ number, undoes, steps }) => !undoes && !undone.has(number) && steps.length > 0);
  // What was removed for good, changes from before cannot do without.
  return last?.steps.some((step) => step.do === 'remove') ? undefined : last;
}

/** A field's column before a conversion, and the one that has its values now. */
interface Converted {
  old: FieldShape;
  now: FieldShape;
}
const conversionsOf = (was: ResourceShape, is: ResourceShape): Converted[] =>
  liveFields(is).flatMap((now) => {
    const old = liveFields(was).find(({ value }) => value === now.from?.value);
    return old && !liveFields(was).some(({ value }) => value === now.value) ? [{ old, now }] : [];
  });

const same = (one: unknown, other: unknown) => (one ?? null) === (other ?? null);

interface Returning {
  db: CollectionDb;
  kind: DatabaseKind;
  resource: string;
  zone: string;
}

/** Gives values that came since a conversion back to the column from before it. */
async function giveBack(
  { db, kind, resource, zone }: Returning,
  stands: readonly Standing[],
  { old, now }: Converted,
): Promise<Undone['left']> {
  const found = { rows: 0, ids: [] as string[] };
  // What an earlier conversion made of it is remembered as it was.
  const { was: _, ...plainOld } = old;
  const was = now.was as string;
  const unique = old.unique && old.storage !== 'links' ? uniqueFor(old) : undefined;
  for (const stand of stands) {
    const keeps = unique && !stand.binned ? unique : undefined;
    const columns = [...writtenOf(plainOld), ...(keeps ? [[keeps, 'text'] as const] : [])];
    for await (const rows of readPages(db, stand, [was], [old, now])) {
      const given: [string, unknown][] = [];
      for (const row of rows.filter((one) => !same(one[now.value], one[was]))) {
        const value = stored(now, row);
        const back = value === null ? null : across(now.storage, old, value, zone);
        if (back !== undefined && isOne(old, back)) given.push([row.id, back]);
        else if (++found.rows <= 10) found.ids.push(row.id);
      }
      const written = given.map(([id, value]) => {
        const set = columnsOf(plainOld, value, zone);
        return [id, { ...set, ...(keeps && { [keeps]: uniqueKey(set[old.value]) }) }] as const;
      });
      await writeRows(db, kind, stand.name, columns, written);
      if (old.storage !== 'links' || given.length === 0) continue;
      const gone = given.map(([id]) => id);
      await sql`delete from ${sql.table(linksFor(stand.name, old.value))}
        where record_id in (${sql.join(gone)})`.execute(db);
      await putLinks(db, stand.name, old, given);
    }
  }
  return found.rows > 0 ? [{ resource, field: old.name, held: found }] : [];
}

/** Whether an earlier field may hold a value, as far as its shape tells. */
const isOne = ({ rule, kind }: FieldShape, value: unknown): boolean =>
  value === null || kind !== 'choice' || !Array.isArray(rule.choices) || rule.choices.includes(value);

/** What people wrote into fields and resources that a change brought, and that go with it. */
async function unseenThen(
  { db, kind }: { db: CollectionDb; kind: DatabaseKind },
  { number: change, steps, at, before }: Recorded,
  is: ResourceShape,
  stands: readonly Standing[],
): Promise<Left[]> {
  const isThere = liveResources(before).some(({ table }) => table === is.table);
  const own = (one: Step) => one.resource === is.name;
  if (!isThere) {
    const isBack = steps.some((one) => own(one) && one.do === 'bring back resource');
    return lookedUp(db, { resource: is.name }, stands, isBack ? sql`changed_at >= ${at}` : sql`1 = 1`);
  }
  const left: Left[] = [];
  for (const shape of liveFields(is).filter(({ computed }) => !computed)) {
    const { name: field, value, storage } = shape;
    const step = steps.find(
      (one) => own(one) && one.field === field && ['add field', 'bring back field'].includes(one.do),
    );
    if (!step) continue;
    const brought = step.standard;
    for (const stand of stands) {
      const isNew =
        brought === undefined
          ? sql`changed_at >= ${at} and not ${isAsBrought({ kind, change }, is.table, stand, shape)}`
          : sql`${sql.ref(value)} <> ${brought}`;
      const links = linksFor(stand.name, value);
      const isThere =
        storage === 'links'
          ? sql`id in (select record_id from ${sql.table(links)})`
          : sql`${sql.ref(value)} is not null`;
      left.push(...(await lookedUp(db, { resource: is.name, field }, [stand], sql`${isThere} and ${isNew}`)));
    }
  }
  return left;
}

async function lookedUp(
  db: CollectionDb,
  place: Omit<Left, 'held'>,
  stands: readonly Standing[],
  test: RawBuilder<unknown>,
): Promise<Left[]> {
  const left: Left[] = [];
  for (const { name, binned } of stands) {
    const counted = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)} where ${test}`.execute(
      db,
    );
    const rows = Number(counted.rows[0]?.rows);
    if (rows === 0) continue;
    const first = await sql<Row>`select id from ${sql.table(name)} where ${test} order by id limit 10`.execute(db);
    left.push({ ...place, held: { rows, ids: first.rows.map(({ id }) => id), ...(binned && { binned: rows }) } });
  }
  return left;
}

/** What stands there once a change is taken back: the shape from before it, and what is out of sight now. */
function shapeBefore(before: Shape, after: Shape): Shape {
  const existing = new Set(before.map(({ table }) => table));
  return [
    ...before.map((one): ResourceShape => {
      const now = after.find(({ table }) => table === one.table);
      const values = new Set(one.fields.map(({ value }) => value));
      const rest = (now?.fields ?? []).filter(({ value }) => !values.has(value));
      return {
        ...one,
        fields: [
          ...one.fields,
          ...rest.map((field) => ({
            ...field,
            dropped: true as const,
            ...(field.from && { superseded: true as const, undone: true as const }),
          })),
        ],
      };
    }),
    ...after.filter(({ table }) => !existing.has(table)).map((one) => ({ ...one, dropped: true as const })),
  ];
}

/**
 * Takes back the last change of what is stored, with every value that it did not give up: what was converted is as it
 * was, and what came since is converted back where it can stand there. Gives undefined where there is none, and changes
 * nothing where values that came since would go out of sight, but for `anyway`.
 */
export const undoLast = (
  store: Store,
  { resources, zone, changes = [], anyway }: Asked & { anyway: boolean },
): Promise<Undone | undefined> =>
  inTurn(store, async (db) => {
    const tables = await tablesIn(db);
    const { history } = await storedShape(db, resources, tables);
    const last = lastChange(history);
    const newest = history[0];
    if (!last || !newest) return undefined;
    const { before } = last;
    const { after } = newest;
    const left: Left[] = [];
    const on = { db, kind: store.kind };
    await makeBroughtTable(db);
    const bins = await fullBins(db, after, tables);
    for (const is of liveResources(after)) {
      const was = before.find(({ table }) => table === is.table);
      const stands = standing(is.table, tables, bins);
      left.push(...(await unseenThen(on, last, is, stands)));
      const conversions = was ? conversionsOf(was, is) : [];
      const { number: change, at: since } = last;
      await giveVersionsBack(on, is.name, conversions, { zone, change, since });
      for (const one of conversions) left.push(...(await giveBack({ ...on, resource: is.name, zone }, stands, one)));
    }
    const { number, steps } = last;
    const { ran, lasting } = ranIn(steps, changes);
    if (left.length + lasting.length > 0 && !anyway) throw new UndoError({ number, steps, left, lasting });
    await runChanges({ db, kind: store.kind }, ran, 'undo', after);
    const back = shapeBefore(before, after);
    await renameKept(db, store.kind, after, back);
    await putVersions(on, number);
    await keepChange(db, { steps: [], before: after, after: back, undoes: number }, newest.number);
    return { number, steps, left, lasting };
  });

/** A change that cannot be taken back without values going out of sight. */
export class UndoError extends Error {
  readonly undone: Undone;
  constructor(undone: Undone) {
    super('Values that came since cannot stand where the earlier ones did.');
    this.undone = undone;
  }
}
