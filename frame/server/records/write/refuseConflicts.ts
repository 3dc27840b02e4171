import { CompiledQuery, sql } from 'kysely';
import { listRules } from '../../../config/recordRules.ts';
import type { AnyResource } from '../../../config/resource.ts';
import { mayRead } from '../../../config/rights.ts';
import { isReferring } from '../../../fields/fieldTypes.ts';
import type { IntlShape } from '../../../fields/kind.ts';
import { fillTemplate } from '../../../fields/reference.ts';
import { toLine } from '../../../fields/showValue.ts';
import { HttpError, type Sentence } from '../../base/httpError.ts';
import { getServerTexts } from '../../base/serverTexts.ts';
import { acquireLock } from '../../db/writeLock.ts';
import { mayReadRecords } from '../access/fieldAccess.ts';
import { findRow, toRecords } from '../read/findRecords.ts';
import { getDb, type OperationContext, type WriteContext } from '../read/operationContext.ts';
import type { Collection, CollectionRule } from '../schema/collection.ts';
import type { CollectionRow } from '../schema/collectionDb.ts';
import type { RecordValues } from '../schema/recordRow.ts';
import { compileConflictQuery, findBrokenRule } from '../schema/ruleConditions.ts';

/** True if the row has all values that the rule compares, and a period that is not empty. */
function canConflict({ by, period }: CollectionRule, row: RecordValues): boolean {
  const isMissing = (name: string) => (row[name] ?? null) === null;
  if ([...by, ...(period ? [period.from] : [])].some(isMissing)) return false;
  if (!period || isMissing(period.to)) return true;
  const [from, to] = [row[period.from], row[period.to]] as [number | string, number | string];
  return period.days ? to >= from : to > from;
}

/**
 * Locks the periods of this row's `by` values until the transaction ends. Without it, two inserts would each write their
 * row and then wait for the other in the exclusion constraint: a deadlock, which PostgreSQL ends after a second. The
 * remainder bounds the locks of an import.
 */
async function lockPeriods(
  { db, services }: OperationContext,
  { name, by, period }: CollectionRule,
  row: RecordValues,
) {
  if (!period || !db?.isTransaction) return;
  const values = JSON.stringify(by.map((column) => row[column]));
  await acquireLock(db, services.store.kind, sql`hashtext(${name}), hashtext(${values}) % 1000`);
}

/** Finds the id of a record that conflicts with this row, which need not be written yet. */
async function findConflict(
  context: OperationContext,
  rule: CollectionRule,
  row: RecordValues,
): Promise<string | undefined> {
  if (!canConflict(rule, row)) return undefined;
  const { kind } = context.services.store;
  await lockPeriods(context, rule, row);
  const columns: string[] = [];
  const toParameter = (column: string) => {
    if (!columns.includes(column)) columns.push(column);
    return `${kind === 'postgres' ? '$' : '?'}${columns.indexOf(column) + 1}`;
  };
  const query = compileConflictQuery(kind, context.collection, rule, toParameter);
  const values = columns.map((column) => row[column] ?? null);
  const { rows } = await getDb(context).executeQuery<{ id: string }>(CompiledQuery.raw(query, values));
  return rows[0]?.id;
}

/** Formats the ends of a period in the time zone of the business. The year is left out if it is the current one. */
function formatPeriod(from: string, to: string | null, isDays: boolean, { locale, timeZone }: IntlShape) {
  const zone = isDays ? 'UTC' : timeZone;
  const yearOf = (value: string | number) => new Date(value).toLocaleDateString('sv', { timeZone: zone }).slice(0, 4);
  const isThisYear = [from, to ?? from].every((value) => yearOf(value) === yearOf(Date.now()));
  const format = new Intl.DateTimeFormat(locale === 'en' ? 'en-US' : locale, {
    ...{ month: 'long', day: 'numeric', timeZone: zone },
    ...(!isThisYear && { year: 'numeric' }),
    ...(!isDays && { hour: 'numeric', minute: '2-digit' }),
  });
  return { from: format.format(new Date(from)), ...(to && { to: format.format(new Date(to)) }) };
}

/** Reads title and values of a record as far as the user may see it. */
async function readVisibleRecord(context: OperationContext, id: string, intl: IntlShape) {
  const { resource } = context.collection;
  const row = mayReadRecords(resource, context.account) ? await findRow(context, id) : undefined;
  const [record] = row ? await toRecords(context, [row]) : [];
  if (!record) return undefined;
  const labels = record.labels as RecordValues | undefined;
  const title = fillTemplate(resource.title, record, (name) => {
    const [field, value] = [resource.fields[name], record[name] ?? null];
    return isReferring(field) || value === null
      ? String(labels?.[name] ?? '')
      : toLine(field?.kind.show(value, field, intl));
  });
  return title ? { record, title } : undefined;
}

/** Describes a conflict by the other record's title and times, as far as the user may see them. */
async function describeConflict(context: OperationContext, rule: CollectionRule, id: string): Promise<Sentence> {
  const { collection, services, request } = context;
  const { language, translate } = getServerTexts(request?.headers['accept-language']);
  const intl = { t: translate, locale: language, timeZone: services.config.timeZone };
  const found = await readVisibleRecord(context, id, intl);
  if (!found) return describeUnknown(rule);
  const { record, title } = found;
  const { period } = listRules(collection.resource).find(({ key }) => key === rule.key) ?? {};
  if (!period) return { message: 'server.sameValues', args: { title } };
  const [from, to] = [record[period.from], record[period.to]];
  if (typeof from !== 'string' || to === undefined) return { message: 'server.overlapsTitle', args: { title } };
  const times = formatPeriod(from, to as string | null, rule.period?.days ?? false, intl);
  return { message: to === null ? 'server.overlapsOpen' : 'server.overlaps', args: { title, ...times } };
}

const describeUnknown = ({ period }: CollectionRule): Sentence => ({
  message: period ? 'server.overlapsOther' : 'server.sameValuesOther',
});

/** `isShown` tells the fields that the user may know. */
const toRefusal = (rule: CollectionRule, { message, args }: Sentence, isShown = (_field: string) => true) =>
  new HttpError(409, message, {
    ...(args && { args }),
    errors: Object.fromEntries(rule.fields.filter(isShown).map((field) => [field, message])),
  });

/** Tells which fields of a conflict the user may know. */
const createFieldCheck =
  ({ collection: { resource }, account: { role } }: OperationContext) =>
  (field: string) =>
    mayRead(resource, role, field);

/** Creates the HttpError (409) of a conflict with an unknown record. */
export const toConflictRefusal = (rule: CollectionRule, context?: OperationContext) =>
  toRefusal(rule, describeUnknown(rule), context && createFieldCheck(context));

/** Finds the first rule that a row breaks, as an HttpError (409). Tests only rules on `changed` columns, if given. */
export async function findRefusal(
  context: OperationContext,
  row: RecordValues,
  changed?: readonly string[],
): Promise<HttpError | undefined> {
  const touches = ({ by, period }: CollectionRule) =>
    !changed || [...by, period?.from, period?.to].some((column) => column && changed.includes(column));
  for (const rule of context.collection.rules?.filter(touches) ?? []) {
    const id = await findConflict(context, rule, row);
    if (id !== undefined) return toRefusal(rule, await describeConflict(context, rule, id), createFieldCheck(context));
  }
  return undefined;
}

/**
 * Throws an HttpError (409) that names the other record if the row breaks a rule. The database refuses it as well, but
 * cannot name the record.
 */
export async function refuseConflicts(
  context: WriteContext,
  row: CollectionRow,
  changed?: readonly string[],
): Promise<void> {
  const refusal = await findRefusal(context, row, changed);
  if (refusal) throw refusal;
}

/** Converts a rule that the database found broken to an HttpError (409). */
export function toRuleRefusal(collection: Collection, cause: unknown): HttpError | undefined {
  const rule = findBrokenRule(collection, cause);
  return rule && toConflictRefusal(rule);
}

/** Throws an HttpError (409) if the records of a resource are never updated or deleted. */
export function refuseAppendOnly({ appendOnly }: AnyResource): void {
  if (appendOnly) throw new HttpError(409, 'server.appendOnly');
}
