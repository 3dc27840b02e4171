import { computeFields, resolveValue, type ValueContext, validateRecord } from '../../../config/computedValues.ts';
import { validatesFollowing } from '../../../config/related/derivedFields.ts';
import { isBlank } from '../../../config/validate.ts';
import { HttpError } from '../../base/httpError.ts';
import { getToday } from '../../base/time.ts';
import { getWritableFields, parseWritableValues } from '../access/fieldAccess.ts';
import { refreshDerivedValues } from '../derived/rollupColumns.ts';
import type { OperationContext, ReadContext, WriteContext } from '../read/operationContext.ts';
import { type CollectionRow, getStampColumns } from '../schema/collectionDb.ts';
import { type RecordValues, toRecordValues } from '../schema/recordRow.ts';
import { type ConditionalValues, refuseConditionalValues } from './conditionalValues.ts';
import { refuseAt } from './writeTransaction.ts';

/** Creates the input of functions in the config: moment, day, account and values. */
export function createComputeContext(
  { services, account }: Pick<ReadContext, 'services' | 'account'>,
  values: RecordValues,
): ValueContext {
  const now = new Date();
  return { now: now.toISOString(), today: getToday(services.config.timeZone, now.getTime()), me: account.id, values };
}

/** Adds defaults that are functions to a new record, for fields without a value or that the user may not fill in. */
export function applyDefaults(context: ReadContext, sent: RecordValues): RecordValues {
  const { resource } = context.collection;
  const values = { ...sent };
  const writable = getWritableFields(resource, context.account.role, 'create');
  for (const [name, { default: getDefault }] of Object.entries(resource.fields))
    if (typeof getDefault === 'function' && (!writable.has(name) || isBlank(sent[name])))
      values[name] = resolveValue(getDefault, createComputeContext(context, sent)) ?? null;
  return values;
}

function refuseInvalid({ collection: { resource } }: OperationContext, values: RecordValues): void {
  const errors = validateRecord(resource, values);
  const [first] = Object.values(errors);
  if (first) throw new HttpError(400, first, { errors });
}

/** Throws an HttpError (400) if a `validate` that reads lookups, rollups or what follows them refuses a written row. */
export async function refuseInvalidRows(context: WriteContext, rows: readonly CollectionRow[]): Promise<void> {
  const { db, collection } = context;
  if (!validatesFollowing(collection.resource)) return;
  for (const [index, row] of (await refreshDerivedValues(db, collection, rows)).entries())
    try {
      refuseInvalid(context, toRecordValues(collection, row));
    } catch (cause) {
      refuseAt(context, index)(cause);
    }
}

/**
 * Adds computed values, clears fields whose `when` is false, and validates the record as a whole, unless
 * `refuseInvalidRows` must. Throws an HttpError (400) with a message per field.
 */
export function completeValues(
  context: OperationContext,
  values: RecordValues,
  sources: Omit<ConditionalValues, 'complete'>,
): RecordValues {
  const { resource } = context.collection;
  const complete = computeFields(resource, { ...sources.current, ...values });
  refuseConditionalValues(context, { ...sources, complete });
  if (!validatesFollowing(resource)) refuseInvalid(context, complete);
  const added = Object.entries(resource.fields).filter(
    ([name, { compute, when }]) => compute || (when && isBlank(complete[name])),
  );
  return { ...values, ...Object.fromEntries(added.map(([name]) => [name, complete[name]])) };
}

/** Validates the values of a new record that the caller may write, with defaults. Throws an HttpError (400). */
export const parseNewValues = (
  context: OperationContext,
  sent: RecordValues,
  except: readonly string[] = [],
): RecordValues => {
  return parseWritableValues(context, applyDefaults(context, sent), 'create', { except });
};

/** The values of a new record: as filled in, complete, and those that the server or its hooks set. */
export interface NewValues {
  given: RecordValues;
  values: RecordValues;
  own: RecordValues;
}

/**
 * Completes the values of a new record. Throws an HttpError (400) if they do not fit together. `fixed` values are set by
 * the server; `written` includes them and those of a hook.
 */
export function completeNewValues(
  context: OperationContext,
  given: RecordValues,
  { sent, fixed = {}, written = given }: { sent: RecordValues; fixed?: RecordValues; written?: RecordValues },
): NewValues {
  const entries = getWritableFields(context.collection.resource, context.account.role, 'create');
  const byPerson = Object.fromEntries(Object.entries(sent).filter(([name]) => entries.has(name)));
  const values = completeValues(context, written, { sent: byPerson, entries });
  const own = Object.entries(values).filter(([name, value]) => name in fixed || value !== given[name]);
  return { given, values, own: Object.fromEntries(own) };
}

export interface NewRecord extends NewValues {
  id: string;
}

/** Returns the id, version and stamps of a new row. Existing tables have those of their config, and `createdAt`. */
export function createStamps(
  { account, collection }: Pick<ReadContext, 'account' | 'collection'>,
  id: string,
  now: number,
): CollectionRow {
  if (!collection.existingTable)
    return { id, version: 1, created_at: now, created_by: account.id, changed_at: now, changed_by: account.id };
  const field = collection.columns.find(({ name }) => name === 'createdAt');
  const { version, createdAt = field?.valueColumn, changedAt } = getStampColumns(collection);
  const times = Object.fromEntries([createdAt, changedAt].flatMap((column) => (column ? [[column, now]] : [])));
  return { id, ...(version && { [version]: 1 }), ...times } as CollectionRow;
}
