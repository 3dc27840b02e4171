import { sql } from 'kysely';
import { linksFor, uniqueFor } from '../collections/plan.ts';
import { KEEPINGS } from '../collections/storage.ts';
import { type CollectionDb, inTurn, uniqueKey } from '../collections/tables.ts';
import type { Store } from '../store/open.ts';
import { columnsOf, putLinks } from './apply.ts';
import { across } from './convert.ts';
import { ranIn, runChanges } from './handWritten.ts';
import { renameKept } from './kept.ts';
import { type Asked, storedShape, tablesIn } from './plan.ts';
import { keepChange, type Recorded } from './record.ts';
import { linkColumn, readPages, stored } from './rows.ts';
import { type FieldShape, liveFields, liveResources, type ResourceShape, type Shape } from './shape.ts';
import type { Held, Step } from './steps.ts';

/** A change that was taken back, or why it cannot be. */
export interface Undone {
  number: number;
  steps: readonly Step[];
  /** Values that came since, and cannot stand where the earlier ones did: they stay where they are, unseen. */
  left: readonly { resource: string; field: string; held: Held }[];
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

/** Gives values that came since a conversion back to the column from before it. */
async function giveBack(
  db: CollectionDb,
  table: string,
  { old, now }: Converted,
  { resource, zone }: { resource: string; zone: string },
): Promise<Undone['left']> {
  const ids: string[] = [];
  let count = 0;
  // What an earlier conversion made of it is remembered as it was.
  const { was: _, ...plainOld } = old;
  const links = [old, now].filter(({ storage }) => storage === 'links').map((one) => linkColumn(table, one));
  const plain = [old, now].filter(({ storage }) => storage !== 'links').map(({ value }) => value);
  for await (const rows of readPages(db, table, [...plain, now.was as string], links)) {
    const put: [string, unknown][] = [];
    for (const row of rows.filter((one) => !same(one[now.value], one[now.was as string]))) {
      const value = stored(now, row);
      const given = value === null ? null : across(now.storage, old, value, zone);
      const fits = given !== undefined && isOne(old, given);
      if (!fits) {
        count += 1;
        if (ids.length < 10) ids.push(row.id);
        continue;
      }
      const columns = columnsOf(plainOld, given, zone);
      if (old.unique && old.storage !== 'links') {
        const stored = given === null ? null : KEEPINGS[old.storage].write(given, zone);
        columns[uniqueFor(old)] = uniqueKey(stored);
      }
      if (old.storage === 'links') put.push([row.id, given]);
      if (Object.keys(columns).length > 0) await db.updateTable(table).set(columns).where('id', '=', row.id).execute();
    }
    if (put.length === 0) continue;
    const gone = put.map(([id]) => id);
    await sql`delete from ${sql.table(linksFor(table, old.value))} where record_id in (${sql.join(gone)})`.execute(db);
    await putLinks(db, table, old, put);
  }
  return count > 0 ? [{ resource, field: old.name, held: { rows: count, ids } }] : [];
}

/** Whether an earlier field may hold a value, as far as its shape tells. */
const isOne = ({ rule, kind }: FieldShape, value: unknown): boolean =>
  value === null || kind !== 'choice' || !Array.isArray(rule.choices) || rule.choices.includes(value);

/** What stands there once a change is taken back: the shape from before it, and what is out of sight now. */
function shapeBefore(before: Shape, after: Shape): Shape {
  const known = new Set(before.map(({ table }) => table));
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
            ...(field.from && { superseded: true as const }),
          })),
        ],
      };
    }),
    ...after.filter(({ table }) => !known.has(table)).map((one) => ({ ...one, dropped: true as const })),
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
    const { history } = await storedShape(db, resources, await tablesIn(db));
    const last = lastChange(history);
    const newest = history[0];
    if (!last || !newest) return undefined;
    const { before } = last;
    const { after } = newest;
    const left: Undone['left'][number][] = [];
    for (const is of liveResources(after)) {
      const was = before.find(({ table }) => table === is.table);
      for (const one of was ? conversionsOf(was, is) : [])
        left.push(...(await giveBack(db, is.table, one, { resource: is.name, zone })));
    }
    const { number, steps } = last;
    const { ran, lasting } = ranIn(steps, changes);
    if (left.length + lasting.length > 0 && !anyway) throw new UndoError({ number, steps, left, lasting });
    await runChanges({ db, kind: store.kind }, ran, 'undo', after);
    const back = shapeBefore(before, after);
    await renameKept(db, after, back);
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
